/** The screens of tables: the list, results and what follows them, replays, copies held side by side. */
import type { Page } from '@playwright/test';
import { exportRecord } from '../../shared/tables/verify.ts';
import type { Screen } from './look.ts';
import { sampleRecord, sampleSpec } from './record-samples.ts';

const pick = async (page: Page, text: string) => {
  await page.getByText('Drop').waitFor();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'connect-four-7c21e0aa.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
};
const changed = exportRecord(
  sampleRecord('host', (said) => {
    said[8]![1].col = 6;
  }).text,
  sampleSpec,
);
const place = (page: Page, at: string) =>
  page
    .getByTestId('replay-place')
    .filter({ hasText: `Message ${at} ` })
    .waitFor();

export const tableScreens: Screen[] = [
  { name: 'tables', query: 'scene=results', hash: '/tables' },
  { name: 'tables-empty', query: 'scene=lobby', hash: '/tables' },
  {
    name: 'tables-no-fit',
    query: 'scene=results',
    hash: '/tables?q=lantern&end=won',
    act: (page) => page.getByText('No table fits').waitFor(),
  },
  { name: 'result-house', query: 'scene=results', hash: '/tables/house' },
  { name: 'result-answered', query: 'scene=results', hash: '/tables/answered' },
  {
    name: 'result-checked',
    query: 'scene=results',
    hash: '/tables/settled',
    act: async (page) => {
      await page.getByRole('button', { name: 'Check it all' }).click();
      await page.getByTestId('verdict').getByText('holds', { exact: true }).waitFor();
      await page.getByTestId('verdict').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'result-scoring',
    query: 'scene=results',
    hash: '/tables/settled',
    act: async (page) => {
      await page.getByRole('radio', { name: /4/ }).check({ force: true });
      await page.getByRole('textbox', { name: 'A note' }).fill('Plays fast and fair.');
      await page.getByRole('button', { name: 'Give 4 of 5' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'result-asked',
    query: 'scene=results',
    hash: '/tables/settled',
    act: async (page) => {
      await page.getByRole('button', { name: 'Ask for a rematch' }).click();
      await page.getByTestId('rematch').waitFor();
    },
  },
  {
    name: 'result-offered',
    query: 'scene=rematch',
    hash: '/tables/settled',
    act: (page) => page.getByRole('button', { name: 'Sit down again' }).waitFor(),
  },
  {
    name: 'tables-offered',
    query: 'scene=rematch',
    hash: '/tables',
    act: (page) => page.getByRole('button', { name: 'Sit down again' }).waitFor(),
  },
  {
    name: 'replay',
    query: 'scene=results',
    hash: '/tables/settled/replay#10',
    act: async (page) => {
      await place(page, '10');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'replay-plain',
    query: 'scene=results',
    hash: '/tables/settled/replay#15',
    act: async (page) => {
      await place(page, '15');
      await page.getByRole('button', { name: 'Plain view' }).click();
    },
  },
  {
    name: 'replay-unseen',
    query: 'scene=results',
    hash: '/tables/unseen/replay#5',
    act: (page) => place(page, '5'),
  },
  {
    name: 'replay-panel',
    query: 'scene=results',
    hash: '/tables/settled/replay#9',
    act: async (page) => {
      await place(page, '9');
      const panel = page.getByRole('button', { name: 'Moves and receipts' });
      if (await panel.isVisible()) await panel.click();
    },
  },
  {
    name: 'compare',
    query: 'scene=results',
    hash: '/tables/disputed/compare',
    act: (page) => page.getByText('Drop').waitFor(),
  },
  {
    name: 'compare-differs',
    query: 'scene=results',
    hash: '/tables/disputed/compare',
    act: async (page) => {
      await pick(page, changed);
      await page.getByTestId('difference').waitFor();
    },
  },
  {
    name: 'compare-changed',
    query: 'scene=results',
    hash: '/tables/disputed/compare',
    act: async (page) => {
      await pick(page, sampleRecord('host').text.replace('"col":4', '"col":5'));
      await page.getByText('The other copy was changed').waitFor();
    },
  },
  {
    name: 'compare-foreign',
    query: 'scene=results',
    hash: '/tables/disputed/compare',
    act: async (page) => {
      await pick(page, 'Dear diary\n');
      await page.getByRole('alert').waitFor();
    },
  },
];
