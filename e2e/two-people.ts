/** Two people at one community, each with an app and a browser page. */
import type { Page } from '@playwright/test';
import { createApp, test as single, watchPage } from './app-fixture.ts';
import { startCommunity, type TestCommunity } from './community.ts';
import { firstRun } from './user-actions.ts';

interface Meeting {
  community: TestCommunity;
  otherPage: Page;
  /** Of both pages. */
  pageErrors: string[][];
}

export const test = single.extend<{ meet(name: string, otherName: string): Promise<Meeting> }>({
  /** Makes a key for the test's own page, and for the other one. */
  meet: async ({ app, page, browser }, use) => {
    const [community, other, otherPage] = await Promise.all([startCommunity(), createApp(), browser.newPage()]);
    try {
      await use(async (name, otherName) => {
        const pageErrors = [watchPage(page), watchPage(otherPage)];
        await Promise.all([app.start({ server: community.url }), other.start({ server: community.url })]);
        await firstRun(page, app.url(), name);
        await firstRun(otherPage, other.url(), otherName);
        return { community, otherPage, pageErrors };
      });
    } finally {
      await otherPage.close();
      await other.dispose();
      await community.dispose();
    }
  },
});
