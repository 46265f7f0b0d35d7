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
const reversiHooks = await bundledHooks('reversi');

/** The table after these moves, the guest's first. */
const tableAfter = (moves: string[], role: Role = 'guest', end?: Parameters<typeof boardRecord>[3]) => {
  const step = reversiHooks.first_action as (state: unknown) => { ask: Question };
  const { ask } = step({ ...reversiHooks.init({ role, options: {}, manner: null }), moves });
  const verdict = { player: 'host', host_discs: 0, guest_discs: 0, game_over: false, winner: 'none' };
  const sent = moves.map((cell, at): Sent => {
    if (at % 2 === 0) return ['guest', { action: 'move', turn: at + 1, cell }];
    return ['host', { action: 'round_result', turn: at + 1, cell, ...verdict }];
  });
  const opening: Sent[] = [
    ['guest', { action: 'join' }],
    ['host', { action: 'ready', first: 'guest' }],
  ];
  return { record: boardRecord(specUrl('reversi'), { role }, [...opening, ...sent], end), ask };
};

describe('reversi', () => {
  const radio = (board: BoardPage, cell: string) => board.frame.getByRole('radio', { name: `${cell},` });

  test('picks by keyboard: arrows move over the board, Enter and Space pick, Escape undoes', async () => {
    const board = await boardAt('reversi');
    const { record, ask } = tableAfter([]);
    await board.state(record);
    await board.ask(ask);
    await radio(board, 'd3').focus();
    await board.page.keyboard.press('ArrowLeft');
    await board.page.keyboard.press('ArrowDown');
    await expect.poll(() => radio(board, 'c4').evaluate((node) => node === document.activeElement)).toBe(true);
    expect(board.picked()).toBeNull();
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('c4');
    await expect.poll(() => radio(board, 'c4').getAttribute('aria-checked')).toBe('true');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    await board.page.keyboard.press('ArrowUp');
    await board.page.keyboard.press('Enter');
    await expect.poll(() => board.frame.getByRole('alert').textContent()).toBe('c3 turns nothing over.');
    expect(board.picked()).toBeNull();
    expect(board.problems).toEqual([]);
  });

  test('picks by mouse, and shows legal moves and the discs they would turn', async () => {
    const board = await boardAt('reversi');
    const { record, ask } = tableAfter(['d3', 'c5']);
    await board.state(record);
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('.open').count()).toBe(ask.choices.length);
    await radio(board, 'a1').click({ force: true });
    await radio(board, 'b6').click();
    await expect.poll(board.picked).toBe('b6');
    await expect.poll(() => board.frame.locator('.turned').count()).toBe(1);
    expect(await radio(board, 'b6').getAttribute('aria-label')).toBe('b6, empty, turns 1');
    expect(await radio(board, 'd4').getAttribute('aria-label')).toBe('d4, yours');
    expect(board.problems).toEqual([]);
  });

  test('shows the discs of a seat in the same colour to both people', async () => {
    const board = await boardAt('reversi');
    const seen = [];
    for (const role of ['guest', 'host'] as const) {
      await board.context({ role });
      await board.state(tableAfter(['d3'], role).record);
      await board.ping();
      const disc = board.frame.locator('[data-cell="d3"] .body');
      seen.push(await disc.evaluate((node) => getComputedStyle(node).fill));
    }
    expect(seen).toEqual(['rgb(200, 69, 47)', 'rgb(200, 69, 47)']);
  });

  test('shows passes and the result', async () => {
    const board = await boardAt('reversi', { role: 'host' });
    const short = ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5'];
    await board.state(tableAfter(short, 'host', { winner: 'guest' }).record);
    const caption = () => board.frame.locator('#caption').textContent();
    await expect.poll(caption).toBe('\u2068Ada\u2069 won. Nobody can move.');
    await board.state(tableAfter(['d3', 'pass'], 'host').record);
    await expect.poll(caption).toBe(' You had to pass.');
    expect(board.problems).toEqual([]);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('reversi', {}, size);
    const { record, ask } = tableAfter(['d3', 'c5', 'd6', 'e3']);
    await board.state(record);
    await board.ask(ask, String(ask.choices[0]!.value));
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndContrast(board);
  });

  test('is in Chinese if the window is', async () => {
    const board = await boardAt('reversi', { locale: 'zh-CN' });
    const { record, ask } = tableAfter(['d3']);
    await board.state(record);
    await board.ask({ ...ask, prompt: '落一子' });
    await expect.poll(() => textOf(board)).toContain('d3，你的棋子');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
  });
});
