/** The screens of hosting, filters and the palette. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';

const hostGame = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Host a table' }).first().click();
  await page.locator('[data-game]', { hasText: name }).click();
  await page.getByRole('button', { name: 'Open the table' }).waitFor();
};

export const hostingScreens: Screen[] = [
  {
    name: 'host-pick',
    query: 'scene=lobby',
    act: async (page) => {
      await page.getByRole('button', { name: 'Host a table' }).first().click();
      await page.locator('[data-game]').first().waitFor();
    },
  },
  { name: 'host-form', query: 'scene=lobby', act: (page) => hostGame(page, 'Rock Paper Scissors') },
  {
    name: 'host-form-wrong',
    query: 'scene=lobby',
    act: async (page) => {
      await hostGame(page, 'Lantern Auction');
      await page.getByLabel('lots').fill('0');
      await page.getByText('One key', { exact: true }).click();
      await page.getByLabel('Their public key').fill('abc');
      await page.getByText('Hybrid', { exact: true }).click();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByLabel('Quiet means after, seconds').fill('5');
      await page.getByRole('button', { name: 'Open the table' }).click();
    },
  },
  {
    name: 'host-refused',
    query: 'scene=lobby',
    act: async (page) => {
      await hostGame(page, 'Chat');
      await page.getByLabel('Words for the lobby').fill('refuse');
      await page.getByRole('button', { name: 'Open the table' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'host-waiting',
    query: 'scene=lobby',
    act: async (page) => {
      await hostGame(page, 'Rock Paper Scissors');
      await page.getByLabel('best of').fill('5');
      await page.keyboard.press('Enter');
      await page.getByText('Your table is open').waitFor();
    },
  },
  {
    name: 'host-withdraw',
    query: 'scene=waiting',
    act: async (page) => {
      await page.locator('[data-hosted]').nth(1).click();
      await page.getByRole('button', { name: 'Withdraw' }).click();
    },
  },
  { name: 'tables-waiting', query: 'scene=waiting', hash: '/tables' },
  {
    name: 'host-arrives',
    query: 'scene=lobby&guest',
    act: async (page) => {
      await hostGame(page, 'Connect Four');
      await page.getByRole('button', { name: 'Open the table' }).click();
      await page.waitForURL(/#\/tables\/t/);
      await page.getByTestId('decision').waitFor();
    },
  },
  {
    name: 'palette',
    query: 'scene=waiting',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).waitFor();
    },
  },
  {
    name: 'palette-keys',
    query: 'scene=lobby',
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'palette-foreign',
    query: 'scene=lobby',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page
        .getByRole('combobox', { name: 'Commands' })
        .fill('parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example');
      await page.keyboard.press('Enter');
      await page.getByTestId('found').waitFor();
    },
  },
  {
    name: 'lobby-filters',
    query: 'scene=lobby',
    hash: '/?seat=human&from=1100',
    act: (page) => page.getByRole('button', { name: 'More filters, 2 on' }).waitFor(),
  },
  {
    name: 'lobby-filters-empty',
    query: 'scene=lobby',
    hash: '/?seat=human&from=1400&q=chat',
    act: (page) => page.getByText('No table fits').waitFor(),
  },
  {
    name: 'lobby-by-id-gone',
    query: 'scene=lobby',
    hash: '/?table=7c21e0aa-1111-4222-8333-123456789abc',
    act: (page) => page.getByRole('alert').waitFor(),
  },
];
