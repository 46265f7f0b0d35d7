/** The screens of the Studio. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';

const seated = async (page: Page) => {
  await page.locator('[data-seat="host"]').waitFor({ state: 'attached' });
  await page.waitForTimeout(700);
};

export const studioScreens: Screen[] = [
  {
    name: 'studio-list',
    query: 'scene=lobby',
    hash: '/studio',
    act: (page) => page.locator('[data-project]').first().waitFor(),
  },
  {
    name: 'studio-empty',
    query: 'scene=empty',
    hash: '/studio',
    act: (page) => page.getByText('No project yet').waitFor(),
  },
  {
    name: 'studio-new',
    query: 'scene=lobby',
    hash: '/studio',
    act: async (page) => {
      await page.getByRole('button', { name: 'New project' }).click();
      await page.getByText('A copy of a protocol').click();
    },
  },
  { name: 'studio-game', query: 'scene=lobby', hash: '/studio/four', act: seated },
  {
    name: 'studio-problems',
    query: 'scene=lobby',
    hash: '/studio/broken',
    act: async (page) => {
      await seated(page);
      const drawer = page.getByRole('button', { name: '3 problems' });
      if (await drawer.isVisible()) await drawer.click();
      await page.getByRole('button', { name: 'Show the line' }).first().click();
      await page.getByRole('button', { name: '2 changes of the rules' }).click();
    },
  },
  {
    name: 'studio-back',
    query: 'scene=lobby',
    hash: '/studio/four',
    act: async (page) => {
      await seated(page);
      await page.getByLabel('Size of the boards').selectOption('phone');
      await page.getByRole('button', { name: 'Look at message 5' }).click();
      await page.getByRole('tab', { name: 'Views' }).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'studio-restart',
    query: 'scene=lobby',
    hash: '/studio/four',
    act: async (page) => {
      await seated(page);
      await page.getByRole('button', { name: 'Seed 7c2e91' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'studio-unfinished',
    query: 'scene=lobby',
    hash: '/studio/unfinished',
    act: (page) => page.getByText('No game yet').waitFor(),
  },
  {
    name: 'studio-gone',
    query: 'scene=lobby',
    hash: '/studio/gone',
    act: (page) => page.getByText("isn't there").waitFor(),
  },
];
