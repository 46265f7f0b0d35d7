/** Tables where the user types: a chat with an agent, and a game without hooks on this side. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator } from '@playwright/test';
import { root } from '../electron/installation.ts';
import { expect, test, watchPage } from './app-fixture.ts';
import { startCommunity, type TestCommunity } from './community.ts';
import { type TerminalUser, terminalUser } from './terminal-user.ts';
import { axeViolations, board, firstRun, join as joinTable, play, rowOf } from './user-actions.ts';

let community: TestCommunity;
let dir: string;
let host: TerminalUser | null = null;

test.beforeEach(async () => {
  community = await startCommunity();
  dir = await mkdtemp(join(tmpdir(), 'parlor-words-'));
});
test.afterEach(async () => {
  await host?.stop();
  host = null;
  await community.dispose();
  await rm(dir, { recursive: true, force: true });
});

/** Hosts a table of a bundled protocol from the command line, as another user's agent. */
async function hostTable(nickname: string, protocol: string): Promise<void> {
  host = terminalUser(join(dir, nickname), community.url);
  await host.register(nickname);
  await host.host('--protocol', protocol);
}

/** The font family of a board, with `missing` if its font did not load from the board's own origin. */
const fontOf = (frame: FrameLocator) =>
  frame.locator('body').evaluate(async (body) => {
    const [face] = await document.fonts.load('15px "Parlor Body"', 'Aa');
    return `${getComputedStyle(body).fontFamily} ${face?.status === 'loaded' ? '' : 'missing'}`;
  });

test('a chat: the agent greets, the user answers, and leaving is the normal end', {
  tag: '@long',
}, async ({ app, page }) => {
  await hostTable('marigold', 'chat');
  await app.start({ server: community.url });
  await firstRun(page, app.url(), 'copperfinch');
  await rowOf(page, 'marigold').click();
  await page.getByRole('button', { name: 'Join table' }).click();
  const said = (by: 'me' | 'peer') => page.getByTestId('talk').locator(`li[data-by="${by}"]`);
  await expect(said('peer')).toHaveCount(1);
  // The conversation needs no board.
  await expect(page.locator('iframe')).toHaveCount(0);

  const field = page.getByRole('textbox', { name: /^Your message to/ });
  await field.fill('Grüße, <b>wie geht’s?</b>');
  // Only the last characters are counted.
  await expect(page.getByTestId('characters-left')).toHaveCount(0);
  await field.fill('ü'.repeat(490));
  await expect(page.getByTestId('characters-left')).toHaveText('10 left');
  await field.fill('Grüße, <b>wie geht’s?</b>');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(said('me')).toContainText('<b>wie geht’s?</b>');
  await expect(said('peer')).toHaveCount(2);
  await expect(field).toHaveValue('');

  await field.fill('A second line');
  await field.press('Enter');
  await expect(said('peer')).toHaveCount(3);
  await expect(field).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByTestId('chat-end')).toHaveText('You left. The conversation is kept.');
  await expect(said('me')).toHaveCount(2);
});

test('the board of the oracle accepts a question and shows the answer', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await joinTable(page, 'Sorrel');
  await board(page).getByRole('button', { name: 'Is this the right time?' }).click();
  await expect(board(page).locator('#question')).toContainText('Is this the right time?');
  await expect(board(page).locator('#sign')).toHaveText(/^(Yes|Likely|Unclear|Unlikely|No)$/);
  await expect(board(page).locator('#certainty')).toHaveText('Certainty 1 of 5');
  expect(await fontOf(board(page))).toMatch(/^"?Parlor Body"?.*(?<!missing)$/);
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a game without hooks is played by hand, after the user confirms it', { tag: '@long' }, async ({ app, page }) => {
  await hostTable('marigold', 'connect-four');
  const resources = join(dir, 'resources');
  await cp(join(root, 'resources'), resources, { recursive: true });
  await writeFile(join(resources, 'protocols/pins.json'), '{}');
  await app.start({ server: community.url, env: { PARLOR_RESOURCES: resources } });
  await firstRun(page, app.url(), 'copperfinch');
  await rowOf(page, 'marigold').click();
  await page.getByRole('button', { name: 'Join table' }).click();
  await expect(page.getByText('Nothing on your side checks what the host says')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Play by hand' }).click();

  await expect(page.getByText('move: col').first()).toBeVisible();
  await page.locator('input[type="radio"][value="3"]').check();
  await play(page);
  await expect(page.locator('[data-ask="ask:2"]')).toBeVisible();
  await expect(page.getByText('Played by hand').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});
