/** From the lobby, or from a result, to a table in one press. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createApp, expect, test, watchPage } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { terminalUser } from './terminal-user.ts';
import { ask, axeViolations, firstRun, openTable, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

const startPlay = (page: Page): Locator => page.locator('[data-action="start-play"]');
const finds = (page: Page): Locator => page.locator('#play-finds');

/** Waits for the user's first decision, and requires that it is at the only table there is. */
async function expectOneGame(page: Page): Promise<void> {
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible();
  await expect(page.locator('main [data-table]')).toHaveCount(1);
}

test('a new user double-clicks Play, and one game begins', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await expect(finds(page)).toHaveText(/Wick.* of the house \(Easy\) plays Connect Four with you\.$/);
  expect(await axeViolations(page)).toEqual([]);
  await startPlay(page).dblclick();
  await expectOneGame(page);
  await page.keyboard.press('Alt+1');
  await expect(finds(page)).toHaveText(/Your game with .*Wick.* has begun\./);
  await startPlay(page).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  expect(pageErrors).toEqual([]);
});

test('Play works by keyboard: by shortcut and in the palette, and a held Enter starts one game', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await page.goto(app.url());
  await expect(page.getByLabel('Name at the table')).toBeFocused();
  await page.keyboard.type('copperfinch');
  await page.keyboard.press('Enter');
  await expect(startPlay(page)).toHaveAttribute('data-play', 'ready');
  await startPlay(page).focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectOneGame(page);
  // Before the first move, both lead back to the game that has begun.
  await page.keyboard.press('Alt+g');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  expect(pageErrors).toEqual([]);
});

test('Play finds a person who waits', { tag: '@long' }, async ({ app, page, browser }) => {
  const community = await startCommunity({ house: true });
  const host = await createApp();
  const hostContext = await browser.newContext();
  try {
    await host.start({ server: community.url });
    const hostPage = await hostContext.newPage();
    await firstRun(hostPage, host.url(), 'tidewright');
    await openTable(hostPage, 'Reversi');
    await expect(hostPage.locator('[data-share="link"]')).toBeVisible();

    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect(finds(page)).toHaveText(/tidewright.* \(1200\) is waiting for Reversi, close to your 1200\./);
    await startPlay(page).click();
    await expect(page.locator('[data-region="decision"]')).toBeVisible();
    await expect(page.getByText('tidewright').first()).toBeVisible();
    await expect(hostPage).toHaveURL(/#\/tables\//);
  } finally {
    await hostContext.close();
    await host.dispose();
    await community.dispose();
  }
});

test('Stop gives up a seat where nobody answers; without it, Play moves on to the house', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-stranger-'));
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(startPlay(page)).toHaveAttribute('data-play', 'ready');
  const { port } = JSON.parse(readFileSync(join(app.dataDir, 'community/home.json'), 'utf8')) as { port: number };
  const stranger = terminalUser(dir, `http://127.0.0.1:${port}`);
  try {
    // The table of a computer that fails stays in the list for minutes.
    await stranger.register('gullwing');
    await stranger.host('--protocol', 'connect-four', '--control-mode', 'hybrid');
    await expect(rowOf(page, 'gullwing')).toBeVisible();
    await stranger.stop();
    await expect(finds(page)).toHaveText(/gullwing.* \(1200\) is waiting for Connect Four/);

    await startPlay(page).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You cancelled' })).toBeVisible();
    await page.keyboard.press('Alt+1');
    await expect(startPlay(page)).toHaveAttribute('data-play', 'ready');

    await startPlay(page).click();
    await expect(page.getByText(/gullwing.* is no longer free\. This is the next table\./)).toBeVisible({
      timeout: 60_000,
    });
    await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  } finally {
    await stranger.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

test('a result leads to a stronger opponent, to the next game and to the lobby', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await page.locator('[data-game-filter]').filter({ hasText: 'Rock Paper Scissors' }).click();
  await expect(startPlay(page)).toHaveText('Play Rock Paper Scissors');
  await expect(finds(page)).toHaveText(/Rook End.* \(Easy\)/);
  await startPlay(page).click();
  const playOut = () =>
    playToTheEnd(page, async () => {
      await pressNumber(page, 1);
      await page.keyboard.press('Enter');
    });
  await playOut();
  const stronger = page.locator('[data-action="stronger"]');
  await expect(stronger).toHaveText(/Play .*Tansy/);
  await expect(page.locator('[data-action="next-game"]')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await stronger.click();
  await expect(page.getByText('Tansy').first()).toBeVisible();
  await playOut();
  await expect(stronger).toHaveText(/Play .*Hollis/);
  await page.locator('[data-action="next-game"]').click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await page.goBack();
  await page.locator('[data-action="other-game"]').click();
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  expect(pageErrors).toEqual([]);
});
