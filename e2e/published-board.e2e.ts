/** A board published by one profile and used by another that has neither the protocol nor its hooks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { defaultResourcesDir } from '../electron/installation.ts';
import { templateProject, writeProject } from '../electron/studio/new-project.ts';
import { createApp, expect, test, watchPage } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { type TerminalUser, terminalUser } from './terminal-user.ts';
import { axeViolations, board, firstRun, play, rowOf } from './user-actions.ts';

interface Author {
  page: Page;
  terminal: TerminalUser;
  /** Of the project that the Studio creates: a spec, hooks and a board that draws every message. */
  dir: string;
  community: Awaited<ReturnType<typeof startCommunity>>;
}

/** Runs the part of a test in which an author, saltmarsh, is at a community with a project. */
async function withAuthor(browser: Browser, work: (author: Author) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-board-'));
  const community = await startCommunity();
  const app = await createApp();
  const session = await browser.newContext();
  const terminal = terminalUser(app.dataDir);
  try {
    await writeProject(dir, (await templateProject(defaultResourcesDir(), 'turns', 'Three Guesses')).files);
    await app.start({ server: community.url });
    const page = await session.newPage();
    await firstRun(page, app.url(), 'saltmarsh');
    await work({ page, terminal, dir, community });
  } finally {
    await terminal.stop();
    await session.close();
    await app.dispose();
    await community.dispose();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The moves on the board, by seat. */
async function movesOnBoard(page: Page, seat: 'host' | 'guest'): Promise<string[]> {
  const moves = await board(page).locator('#moves li').allTextContents();
  return moves.map((move) => move.replace(/^you:/, `${seat}:`));
}

test('a guest without hooks accepts a published board, plays by hand to the end, and sees the same picture as its author', {
  tag: '@long',
}, async ({ app, browser, page }) => {
  const pageErrors = watchPage(page);
  await withAuthor(browser, async ({ page: authorPage, terminal: authorsTerminal, dir, community }) => {
    const published = ['protocol', 'register', join(dir, 'spec.json'), '--with-ui', join(dir, 'ui')];
    expect(await authorsTerminal.parlor(...published)).toMatchObject({ ui: { idempotent: false } });
    await authorsTerminal.host('--protocol-dir', dir);

    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await rowOf(page, 'saltmarsh').click();
    const sheet = page.getByRole('region', { name: "The author's board" });
    await expect(sheet).toContainText('Published by saltmarsh · 5 files');
    await expect(sheet).toContainText("It can't reach the network, store anything, take the keyboard or play for you.");
    // No player code is installed.
    await expect(page.getByRole('radiogroup', { name: 'Play as' }).getByRole('radio')).toHaveCount(1);
    await sheet.getByRole('button', { name: 'Allow this board' }).click();
    await page.getByText('3 of 5 checked on this computer').click();
    await expect(page.getByText('Board matches its hash')).toBeVisible();
    await page.getByRole('button', { name: 'Join table' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Play by hand' }).click();

    await expect(page.getByText('Board by saltmarsh, not by Parlor')).toBeVisible();
    await expect(board(page).locator('#said')).toHaveText('You are the guest.');
    const choosing = page.locator('[data-decision="choose"]');
    const over = page.locator('[data-decision="over"]');
    for (let guess = 1; ; guess += 1) {
      await expect(choosing.or(over).first()).toBeVisible();
      if (await over.isVisible()) break;
      const key = await page.locator('[data-ask]').first().getAttribute('data-ask');
      await page.locator('[data-region="decision"] input').fill(String(guess));
      await play(page);
      await expect(page.locator(`[data-ask="${key}"]`)).toHaveCount(0);
    }
    const moves = await movesOnBoard(page, 'guest');
    expect(moves[0]).toBe('guest: guess 1 1');
    expect(moves.at(-1)).toMatch(/^host: game_over \d (host|guest) \d+$/);
    await expect(board(page).locator('#said')).toHaveText(/^(You|They) won\.$/);
    await page.getByRole('button', { name: 'See the result' }).click();
    await expect(page.getByText('settled', { exact: true })).toBeVisible();

    // The last frame of each side's replay.
    for (const [side, seat] of [
      [page, 'guest'],
      [authorPage, 'host'],
    ] as const) {
      await side.getByRole('link', { name: 'Tables', exact: true }).click();
      await side.locator('[data-table]').first().focus();
      await side.keyboard.press('Shift+Enter');
      await expect(side).toHaveURL(/\/replay/);
      await expect(board(side).locator('#said')).toHaveText(`You are the ${seat}.`);
      await side.keyboard.press('End');
      await expect.poll(() => movesOnBoard(side, seat)).toEqual(moves);
    }
    expect(pageErrors).toEqual([]);
  });
});

test('a tester is offered a board in a message, plays on it, and reports to its author with the table attached', {
  tag: '@long',
}, async ({ app, browser, page }) => {
  await withAuthor(browser, async ({ page: authorPage, terminal: authorsTerminal, dir, community }) => {
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect.poll(() => community.keyOf('copperfinch')).not.toBeNull();
    const tester = community.keyOf('copperfinch')!;
    const terms = ['--for-key', tester, '--share-ui', '--message', 'Is the end clear?', '--control-mode', 'autonomous'];
    await authorsTerminal.parlor('host', '--protocol-dir', dir, ...terms, '--daemon');

    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByText('Is the end clear?').first().click();
    const invitation = page.locator('[data-invitation]');
    await expect(invitation).toContainText('You are asked to test this board, which only testers are offered.');
    await expect(page.getByText('parlor-board:1')).toHaveCount(0);
    expect(await axeViolations(page)).toEqual([]);
    await invitation.getByRole('button', { name: 'Test it' }).click();

    await expect(page.getByText('Board by saltmarsh, not by Parlor')).toBeVisible();
    await expect(board(page).locator('#said')).toHaveText('You are the guest.');
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'See the result' }).click();
    await page.getByRole('button', { name: 'Tell the host about it' }).click();
    const text = page.locator('textarea');
    await expect(text).toHaveValue(/^\n\nparlor:\/\/join\/[0-9a-f-]{36}$/);
    await text.fill(`It is.${await text.inputValue()}`);
    await page.getByRole('button', { name: 'Send' }).click();

    await authorPage.getByRole('link', { name: /^Inbox/ }).click();
    await authorPage.getByText('It is.').first().click();
    await authorPage.locator('[data-kind="received"] [data-invitation]').getByRole('link').click();
    await expect(authorPage).toHaveURL(/\/tables\//);
    await expect(authorPage.getByText('copperfinch').first()).toBeVisible();
  });
});
