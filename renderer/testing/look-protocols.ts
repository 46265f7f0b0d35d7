/** The screens of the Protocols room. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';

const open = async (page: Page, name: string, tab?: string) => {
  const search = page.getByRole('searchbox', { name: 'Name, tag or id' });
  await search.fill(name);
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  if (tab)
    await page.getByRole('navigation', { name: 'Parts of this protocol' }).getByRole('link', { name: tab }).click();
};
const at = (name: string, act?: (page: Page) => Promise<void>, query = 'scene=lobby'): Screen => ({
  name: `protocols-${name}`,
  query,
  hash: '/protocols',
  ...(act ? { act } : {}),
});
const hooks = async (page: Page, name: string) => {
  await open(page, name, 'Your hooks');
  await page.getByRole('textbox', { name: 'Text of the hooks file' }).waitFor();
};

export const protocolScreens: Screen[] = [
  at('list', (page) => page.getByText('tables played').first().waitFor()),
  at('offline', (page) => page.locator('[data-protocol]').first().waitFor(), 'scene=offline'),
  at('loading', (page) => page.waitForTimeout(500), 'scene=loading'),
  at('none', async (page) => {
    await page.getByRole('searchbox').fill('zzz');
    await page.getByText('No protocol fits').waitFor();
  }),
  at('rules', async (page) => {
    await open(page, 'Connect Four');
    await page.getByText('Contract change.').waitFor();
  }),
  at('rules-rounds', (page) => open(page, 'Rock Paper Scissors')),
  at('rules-list', async (page) => {
    await open(page, 'Connect Four');
    await page.getByRole('button', { name: 'Read as a list' }).click();
    await page.getByRole('table', { name: 'Options' }).scrollIntoViewIfNeeded();
  }),
  at('stranger', (page) => open(page, 'Lantern Auction')),
  at('board', async (page) => {
    await open(page, 'Connect Five', 'Board');
    await page.getByRole('button', { name: 'Let this board in' }).waitFor();
  }),
  at('let-in', async (page) => {
    await open(page, 'Connect Five', 'Board');
    await page.getByRole('button', { name: 'Let this board in' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  at('family', async (page) => {
    await open(page, 'Connect Four', 'Family');
    await page.getByRole('list', { name: 'Family' }).waitFor();
  }),
  at('similar', (page) => open(page, 'Connect Four', 'Similar')),
  at('numbers', (page) => open(page, 'Connect Four', 'Numbers')),
  at('govern', async (page) => {
    await open(page, 'Lantern Auction', 'Numbers');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Family').fill('no spaces');
    await page.getByRole('button', { name: 'Tell the community' }).click();
  }),
  at('source', (page) => open(page, 'Connect Four', 'Source')),
  at('hooks', (page) => hooks(page, 'Connect Four, slanted')),
  at('hooks-broken', async (page) => {
    await hooks(page, 'Lantern Auction');
    const text = page.getByRole('textbox', { name: 'Text of the hooks file' });
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('oops (\n');
    await page.getByRole('button', { name: 'Line 1' }).waitFor();
  }),
  at('hooks-played', async (page) => {
    await hooks(page, 'Lantern Auction');
    await page.getByRole('button', { name: 'Other options' }).click();
    await page.getByRole('button', { name: 'Try to break it' }).click();
    await page.getByTestId('self-play').waitFor();
  }),
  at('hooks-away', (page) => open(page, 'Connect Five', 'Your hooks')),
  at('by-hand', async (page) => {
    await hooks(page, 'Two Hole Cards');
    await page.getByText("can't be played by hand").waitFor();
  }),
  at('compare', async (page) => {
    await page.getByRole('button', { name: 'Compare two' }).click();
    await page.getByRole('combobox', { name: 'Before' }).click();
    await page.getByRole('option', { name: 'Rock Paper Scissors' }).waitFor();
  }),
  at('diff', async (page) => {
    await open(page, 'Connect Four');
    await page.getByRole('link', { name: 'Compare in full' }).click();
    await page.getByText('Contract change.').waitFor();
    await page.waitForTimeout(300);
  }),
  at('diff-json', async (page) => {
    await open(page, 'Connect Four');
    await page.getByRole('link', { name: 'Compare in full' }).click();
    await page.getByText('JSON', { exact: true }).click();
    await page.getByText('equal lines').first().waitFor();
  }),
  at('unknown', undefined),
].map((screen) => (screen.name === 'protocols-unknown' ? { ...screen, hash: `/protocols/${'0'.repeat(64)}` } : screen));
