import { describe, expect, test } from 'vitest';
import type { Question, Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import {
  boardBrowser,
  expectFitAndAccessible,
  expectFitAndContrast,
  expectToFit,
  sizes,
  textOf,
} from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { boardRecord, type Sent, specUrl } from '../../testing/board-records.ts';
import { bundledHooks } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();
const hooks = await bundledHooks('connect-four');

/** The table after discs were dropped into these columns, the guest's first. */
const tableAfter = (columns: number[], role: Role = 'guest', end?: Parameters<typeof boardRecord>[3]) => {
  const step = hooks.first_action as (state: unknown) => { ask: Question };
  const { ask } = step({ ...hooks.init({ role, options: {}, manner: null }), moves: columns });
  const size = { cols: 7, rows: 6 };
  const discs = columns.map((col, at): Sent => {
    if (at % 2 === 0) return ['guest', { action: 'move', turn: at + 1, col }];
    const verdict = { game_over: false, winner: 'none' };
    return ['host', { action: 'round_result', turn: at + 1, row: 0, col, player: 'host', ...verdict }];
  });
  const opening: Sent[] = [
    ['guest', { action: 'join', ...size }],
    ['host', { action: 'ready', ...size, first: 'guest' }],
  ];
  return { record: boardRecord(specUrl('connect-four'), { role }, [...opening, ...discs], end), ask };
};

describe('connect-four', () => {
  const radio = (board: BoardPage, col: number) => board.frame.getByRole('radio', { name: `column ${col}` });

  test('picks by keyboard: arrows move, Enter and Space pick, Escape undoes, digits select columns', async () => {
    const board = await boardAt('connect-four');
    const { record, ask } = tableAfter([3, 3]);
    await board.state(record);
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

  test('picks by mouse and previews where the disc will land', async () => {
    const board = await boardAt('connect-four');
    const { record, ask } = tableAfter([3, 3]);
    await board.state(record);
    await board.ask(ask);
    await radio(board, 4).click();
    await expect.poll(board.picked).toBe(3);
    const ghost = board.frame.locator('.ghost');
    await expect.poll(() => ghost.count()).toBe(1);
    const rows = await board.frame.locator('.rim').evaluateAll((rims) => rims.map((rim) => rim.getAttribute('cy')));
    expect(await ghost.getAttribute('cy')).toBe(rows[3 * 7 + 3]);
  });

  test('labels columns with their discs, and rejects a full one', async () => {
    const board = await boardAt('connect-four');
    const { record, ask } = tableAfter([0, 0, 0, 0, 0, 0]);
    await board.state(record);
    await board.ask(ask);
    const name = 'column 1, full; from below: yours, theirs, yours, theirs, yours, theirs';
    await expect
      .poll(() => board.frame.getByRole('radio', { name, exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
    await board.frame.getByRole('radio', { name }).click({ force: true });
    await expect.poll(() => board.frame.getByRole('alert').textContent()).toBe('Column 1 is full.');
    await radio(board, 2).click();
    await expect.poll(board.picked).toBe(1);
  });

  test('answers a ping, and picks nothing while no question is open', async () => {
    const board = await boardAt('connect-four');
    await board.state(tableAfter([3]).record);
    await board.ask(null);
    await board.ping();
    await radio(board, 4).click({ force: true });
    await board.ping();
    expect(board.picked()).toBeNull();
    expect(board.problems).toEqual([]);
  });

  test('shows the proposal of an agent and the winning line', async () => {
    const board = await boardAt('connect-four', { role: 'host', control_mode: 'hybrid' });
    const { record, ask } = tableAfter([0, 1, 0, 1, 0], 'host');
    await board.state(record);
    await board.ask(ask, 0);
    await expect.poll(() => radio(board, 1).getAttribute('aria-checked')).toBe('true');
    await board.ask(null);
    await board.state(tableAfter([0, 1, 0, 1, 0, 2, 0], 'host', { winner: 'guest' }).record);
    await expect.poll(() => board.frame.locator('.line').count()).toBe(4);
    expect(await board.frame.locator('#caption').textContent()).toBe(
      '\u2068Ada\u2069 won. Four in a line, upright in column 1.',
    );
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('connect-four', {}, size);
    const { record, ask } = tableAfter([3, 1, 2, 2, 2, 0, 1, 4, 3, 3, 6, 3]);
    await board.state(record);
    await board.ask(ask, 4);
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndContrast(board);
  });

  test('is in Chinese if the window is', async () => {
    const board = await boardAt('connect-four', { locale: 'zh-CN' });
    const { record, ask } = tableAfter([3, 1, 2]);
    await board.state(record);
    await board.ask({ ...ask, prompt: '请落子。' });
    await expect.poll(() => textOf(board)).toContain('第 4 列，可落子，高度 2；从下往上：你');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
  });
});
