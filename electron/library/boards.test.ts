/** The bundled boards in a real Chromium, under the headers that every board gets. */
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumLaunch, ensureChromium } from '../../e2e/chromium.ts';
import type { BoardContext } from '../../shared/boards/port.ts';
import type { Ask } from '../../shared/tables/hooks.ts';
import { type BoardPage, openBoard } from './testing/board-page.ts';
import { bundledHooks } from './testing/bundled-hooks.ts';

const boardOf = (folder: string) => fileURLToPath(new URL(`../../resources/protocols/${folder}/ui`, import.meta.url));
const context: BoardContext = {
  theme: 'light',
  locale: 'en',
  reduced_motion: true,
  role: 'guest',
  control_mode: 'human',
  options: {},
};
const sizes = [
  { width: 340, height: 300 },
  { width: 600, height: 510 },
  { width: 1200, height: 900 },
];

let browser: Browser;
let open: BoardPage[] = [];
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
}, 400_000);
afterAll(() => browser?.close());
afterEach(async () => {
  for (const board of open) await board.close();
  open = [];
});

async function boardAt(folder: string, changes: Partial<BoardContext> = {}, size?: { width: number; height: number }) {
  const board = await openBoard(browser, boardOf(folder), { ...context, ...changes }, size);
  open.push(board);
  return board;
}

/** Nothing reaches over the edge of the frame, nothing scrolls, nothing went wrong, and axe has no complaint. */
async function expectSound(board: BoardPage) {
  const over = await board.frame.evaluate(() =>
    [...document.querySelectorAll('button, figure, p, ol, #drawing')]
      .filter((node) => !node.closest('.aside'))
      .map((node) => ({ node: node.id || node.tagName, box: node.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight),
      )
      .map(({ node }) => node),
  );
  expect(over).toEqual([]);
  const { violations } = await new AxeBuilder({ page: board.page })
    .options({ preload: false })
    .include('iframe')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(board.problems).toEqual([]);
}

/** All that a board says, to the eye and to a screen reader. */
const said = (board: BoardPage) =>
  board.frame.evaluate(() =>
    [
      document.title,
      document.body.textContent,
      ...[...document.querySelectorAll('[aria-label]')].map((node) => node.getAttribute('aria-label')),
    ].join(' '),
  );

const connectFour = await bundledHooks('connect-four');
const roundsHooks = await bundledHooks('rock-paper-scissors');

const grid = (moves: number[], role = 'guest') => {
  const state = { ...connectFour.init({ role, options: {}, manner: null }), moves };
  const step = connectFour.first_action as (state: unknown) => { ask: Ask };
  return { view: connectFour.view(state), ask: step(state).ask };
};
const hands = (rounds: { guest: string; host: string }[]) => {
  const state = { ...roundsHooks.init({ role: 'guest', options: { best_of: 3 }, manner: null }), rounds };
  const step = roundsHooks.round_value as (state: unknown, round: number) => { ask: Ask };
  return { view: roundsHooks.view(state), ask: step(state, rounds.length).ask };
};

describe('connect-four', () => {
  const radio = (board: BoardPage, col: number) => board.frame.getByRole('radio', { name: `column ${col}` });

  test('is picked by keyboard: arrows move, Enter and Space pick, Escape takes back, digits name columns', async () => {
    const board = await boardAt('connect-four');
    const { view, ask } = grid([3, 3]);
    await board.state(view);
    await board.ask(ask);
    await radio(board, 4).focus();
    await board.page.keyboard.press('ArrowRight');
    await expect.poll(() => radio(board, 5).evaluate((node) => node === document.activeElement)).toBe(true);
    expect(board.picked()).toBeNull();
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe(4);
    await expect.poll(() => radio(board, 5).getAttribute('aria-checked')).toBe('true');
    await board.page.keyboard.press('Home');
    await board.page.keyboard.press('Space');
    await expect.poll(board.picked).toBe(0);
    await board.page.keyboard.press('7');
    await expect.poll(board.picked).toBe(6);
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    expect(board.problems).toEqual([]);
  });

  test('is picked by mouse and shows where the disc will lie', async () => {
    const board = await boardAt('connect-four');
    const { view, ask } = grid([3, 3]);
    await board.state(view);
    await board.ask(ask);
    await radio(board, 4).click();
    await expect.poll(board.picked).toBe(3);
    const ghost = board.frame.locator('.ghost');
    await expect.poll(() => ghost.count()).toBe(1);
    const rows = await board.frame.locator('.rim').evaluateAll((rims) => rims.map((rim) => rim.getAttribute('cy')));
    expect(await ghost.getAttribute('cy')).toBe(rows[3 * 7 + 3]);
  });

  test('says what lies in a column and refuses a full one', async () => {
    const board = await boardAt('connect-four');
    const { view, ask } = grid([0, 0, 0, 0, 0, 0]);
    await board.state(view);
    await board.ask(ask);
    const name = 'column 1, full; from below: yours, theirs, yours, theirs, yours, theirs';
    await expect
      .poll(() => board.frame.getByRole('radio', { name, exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
    await board.frame.getByRole('radio', { name }).click({ force: true });
    await radio(board, 2).click();
    await expect.poll(board.picked).toBe(1);
  });

  test('answers a ping, and picks nothing while it is not asked', async () => {
    const board = await boardAt('connect-four');
    await board.state(grid([3]).view);
    await board.ask(null);
    await board.ping();
    await radio(board, 4).click({ force: true });
    await board.ping();
    expect(board.picked()).toBeNull();
    expect(board.problems).toEqual([]);
  });

  test('shows the proposal of an agent and the winning line', async () => {
    const board = await boardAt('connect-four', { role: 'host', control_mode: 'hybrid' });
    const { view, ask } = grid([0, 1, 0, 1, 0], 'host');
    await board.state(view);
    await board.ask(ask, 0);
    await expect.poll(() => radio(board, 1).getAttribute('aria-checked')).toBe('true');
    await board.ask(null);
    await board.state(grid([0, 1, 0, 1, 0, 2, 0], 'host').view);
    await expect.poll(() => board.frame.locator('.line').count()).toBe(4);
    expect(await board.frame.locator('#caption').textContent()).toBe('They won. Four in a line, upright in column 1.');
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('connect-four', {}, size);
    const { view, ask } = grid([3, 1, 2, 2, 2, 0, 1, 4, 3, 3, 6, 3]);
    await board.state(view);
    await board.ask(ask, 4);
    await expectSound(board);
    await board.context({ theme: 'dark' });
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectSound(board);
  });

  test('speaks Chinese where the window does', async () => {
    const board = await boardAt('connect-four', { locale: 'zh-CN' });
    const { view, ask } = grid([3, 1, 2]);
    await board.state(view);
    await board.ask({ ...ask, prompt: '请落子。' });
    await expect.poll(() => said(board)).toContain('第 4 列，可落子，高度 2；从下往上：你');
    expect(await said(board)).not.toMatch(/[a-z]{2}/i);
    await expectSound(board);
  });
});

describe('rock-paper-scissors', () => {
  const radio = (board: BoardPage, hand: string) => board.frame.getByRole('radio', { name: hand });

  test('is picked by keyboard: arrows move, Enter and Space pick, Escape takes back, digits name hands', async () => {
    const board = await boardAt('rock-paper-scissors');
    const { view, ask } = hands([]);
    await board.state(view);
    await board.ask(ask);
    await radio(board, 'rock, beats scissors').focus();
    await board.page.keyboard.press('ArrowRight');
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('paper');
    await board.page.keyboard.press('3');
    await expect.poll(board.picked).toBe('scissors');
    await expect.poll(() => radio(board, 'scissors,').getAttribute('aria-checked')).toBe('true');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    await radio(board, 'rock,').click();
    await expect.poll(board.picked).toBe('rock');
    expect(board.problems).toEqual([]);
  });

  test('tells a game: picked, sealed, opened, won', async () => {
    const board = await boardAt('rock-paper-scissors');
    const verdict = () => board.frame.locator('#verdict').textContent();
    const cards = () =>
      board.frame.locator('figure').evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.kind));
    const first = hands([]);
    await board.state(first.view);
    await board.ask(first.ask, 'paper');
    await expect.poll(cards).toEqual(['picked', 'empty']);
    await board.ask(null);
    await expect.poll(cards).toEqual(['sealed', 'sealed']);
    const second = hands([{ guest: 'paper', host: 'rock' }]);
    await board.state(second.view);
    await board.ask(second.ask);
    await expect.poll(cards).toEqual(['won', 'lost']);
    expect(await verdict()).toContain('Paper wraps rock. You take it. Round 2: choose a hand.');
    await board.ask(null);
    await board.state(
      hands([
        { guest: 'paper', host: 'rock' },
        { guest: 'rock', host: 'scissors' },
      ]).view,
    );
    await expect.poll(verdict).toBe('You won. Rock blunts scissors: 2 to 0 after 2 rounds.');
    const rounds = await board.frame.locator('#rounds li').allTextContents();
    expect(rounds.at(-1)).toBe('Round 2: you rock, they scissors. You take it.');
    expect(board.problems).toEqual([]);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('rock-paper-scissors', {}, size);
    const { view, ask } = hands([
      { guest: 'rock', host: 'paper' },
      { guest: 'rock', host: 'rock' },
    ]);
    await board.state(view);
    await board.ask(ask, 'rock');
    await expectSound(board);
    await board.context({ theme: 'dark' });
    await board.ask(null);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectSound(board);
  });

  test('speaks Chinese where the window does', async () => {
    const board = await boardAt('rock-paper-scissors', { locale: 'zh-CN' });
    const { view, ask } = hands([{ guest: 'rock', host: 'paper' }]);
    await board.state(view);
    await board.ask(ask, 'rock');
    await expect.poll(() => said(board)).toContain('你选了石头');
    expect(await said(board)).not.toMatch(/[a-z]{2}/i);
    await expectSound(board);
    await board.ask(null);
    await expect.poll(() => said(board)).toContain('你的手势已封存。');
    expect(await said(board)).not.toMatch(/[a-z]{2}/i);
  });
});
