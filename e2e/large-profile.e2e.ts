/** A profile after years of use: every room shows all of it, and nothing false. In short runs, each long list is tested alone. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { finishedTableId } from '../electron/tables/testing/finished-tables.ts';
import { expect, test, watchPage } from './app-fixture.ts';
import { largeProfile, protocolName } from './large-profile/size.ts';
import { firstRun } from './user-actions.ts';

const fill = (dataDir: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'large-profile/fill.ts'), dataDir]);

const room = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });
const tableRows = (page: Page) => page.locator('[data-table]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Name or game' });

/** Of eight tables, four are won, two lost, one drawn and one unfinished. */
const eighths = (count: number) => (count * largeProfile.tables) / 8;

test('with 10,000 messages, 3,000 tables and 300 protocols, every room is complete', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await page.goto('about:blank');
  await app.stop();
  await fill(app.dataDir);
  await app.start();
  const pageErrors = watchPage(page);
  await page.goto(app.url());
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();

  await room(page, 'Tables').click();
  const past = page.getByRole('heading', { name: 'Past tables' });
  await expect(past).toContainText(`${largeProfile.tables} tables`);
  await expect(tableRows(page).first()).toBeVisible();
  expect(await tableRows(page).count()).toBeLessThan(60);
  // The oldest is one key away.
  await tableRows(page).first().focus();
  await page.keyboard.press('End');
  const oldestId = finishedTableId(largeProfile.tables - 1);
  await expect(page.locator(`[data-table="${oldestId}"]`)).toBeFocused();

  for (const [choice, share] of Object.entries({ Won: 4, Lost: 2, Drawn: 1, Unfinished: 1 })) {
    await page.getByRole('button', { name: choice, exact: true }).click();
    await expect(past).toContainText(`${eighths(share)} tables`);
  }
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await search(page).fill(`player ${largeProfile.contacts - 1}`);
  await expect(past).toContainText('1 table');
  await search(page).fill('nobody at all');
  await expect(page.getByText(`${largeProfile.tables} tables without the filter.`)).toBeVisible();
  await search(page).fill('');

  // A table outside the window's memory, opened by its address.
  await page.evaluate((id) => {
    location.hash = `/tables/${id}`;
  }, oldestId);
  await expect(page.getByText(protocolName((largeProfile.tables - 1) % largeProfile.protocols)).first()).toBeVisible();
  await page.evaluate((id) => {
    location.hash = `/tables/${id}/replay`;
  }, finishedTableId(8));
  await expect(page.getByRole('slider')).toBeVisible();

  await room(page, 'Protocols').click();
  // Those of the profile, and the bundled ones.
  await expect(page.getByText(`${largeProfile.protocols + 12} protocols`)).toBeVisible();
  await page.getByRole('searchbox').fill(protocolName(largeProfile.protocols - 1));
  await expect(page.getByRole('link', { name: protocolName(largeProfile.protocols - 1) })).toBeVisible();

  await room(page, 'Inbox').click();
  await expect(page.getByText('contact 0').first()).toBeVisible();

  for (const name of ['Standings', 'Studio', 'Settings', 'Lobby']) {
    await room(page, name).click();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});
