/** The screens of the inbox, and of the toast with the way back. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';
import { keyOf } from './samples.ts';

const shelf = (page: Page, id: string) => page.locator(`[data-shelf="${id}"]`).click();
const row = (page: Page, words: string) => page.locator('[data-row]', { hasText: words }).first();
const compose = async (page: Page, words: string) => {
  await page.locator('textarea').fill(words);
};

export const inboxScreens: Screen[] = [
  { name: 'inbox', query: 'scene=lobby', hash: '/inbox/12', act: (page) => page.getByText('author proved').waitFor() },
  {
    name: 'inbox-first-day',
    query: 'scene=guarded',
    hash: '/inbox/1',
    act: (page) => page.locator('[data-action="see-table"]').waitFor(),
  },
  { name: 'inbox-doors', query: 'scene=lobby', hash: '/inbox', act: (page) => shelf(page, 'unknown') },
  {
    name: 'inbox-proof',
    query: 'scene=lobby',
    hash: '/inbox/12',
    act: (page) => page.getByRole('button', { name: 'Show me' }).click(),
  },
  { name: 'inbox-anonymous', query: 'scene=lobby', hash: '/inbox/9' },
  { name: 'inbox-foreign', query: 'scene=lobby', hash: '/inbox/8' },
  { name: 'inbox-invalid', query: 'scene=lobby', hash: '/inbox/7' },
  { name: 'inbox-sealed-shut', query: 'scene=lobby', hash: '/inbox/6' },
  { name: 'inbox-gone', query: 'scene=lobby', hash: '/inbox/9999' },
  {
    name: 'inbox-answer',
    query: 'scene=lobby',
    hash: '/inbox/12',
    act: async (page) => {
      await compose(page, 'Tomorrow at eight. Bring the corner opening anyway, I have been practising against it.');
      await page.keyboard.press('Control+Enter');
      await page.locator('[data-answer="102"]').waitFor();
    },
  },
  {
    name: 'inbox-too-long',
    query: 'scene=lobby',
    hash: '/inbox/12',
    act: (page) => compose(page, 'x'.repeat(270)),
  },
  {
    name: 'inbox-refused',
    query: 'scene=lobby',
    hash: '/inbox/12',
    act: async (page) => {
      await compose(page, 'refuse');
      await page.locator('[data-action="send"]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'inbox-new',
    query: 'scene=lobby',
    hash: '/inbox/new',
    act: async (page) => {
      await page.getByRole('combobox').fill('ti');
      await page.locator('[data-person]').first().waitFor();
    },
  },
  {
    name: 'inbox-new-to',
    query: 'scene=lobby',
    hash: `/inbox/new?to=${keyOf(7)}`,
    act: async (page) => {
      await page.getByText('Anonymous', { exact: true }).last().click();
      await compose(page, 'A game at eight?');
    },
  },
  { name: 'inbox-sent', query: 'scene=lobby', hash: '/inbox/sent/13' },
  { name: 'inbox-contacts', query: 'scene=lobby', hash: `/inbox/contacts/${keyOf(11)}` },
  { name: 'inbox-contacts-new', query: 'scene=lobby', hash: '/inbox/contacts/new' },
  { name: 'inbox-full', query: 'scene=mailfull', hash: '/inbox' },
  ...(['empty', 'loading', 'offline'] as const).map((scene) => ({
    name: `inbox-${scene}`,
    query: `scene=${scene}`,
    hash: '/inbox',
    act: (page: Page) => page.waitForTimeout(500),
  })),
  { name: 'inbox-contacts-empty', query: 'scene=guarded', hash: '/inbox/contacts' },
  {
    name: 'inbox-deleted',
    query: 'scene=lobby',
    hash: '/inbox?door=played',
    act: async (page) => {
      await row(page, 'Rematch').focus();
      await page.keyboard.press('Delete');
      await page.locator('[data-toast="way-back"]').waitFor();
    },
  },
  {
    name: 'inbox-undone',
    query: 'scene=lobby',
    hash: '/inbox?door=played',
    act: async (page) => {
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.locator('[data-toast="way-back"]').waitFor();
      await page.keyboard.press('Control+z');
      await row(page, 'Rematch').waitFor();
    },
  },
];
