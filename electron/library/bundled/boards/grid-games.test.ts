import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import type { Question } from '../../../../shared/tables/hooks.ts';
import {
  boardBrowser,
  expectFitAndAccessible,
  expectFitAndContrast,
  sizes,
  textOf,
} from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { boardRecord, type Sent, specUrl } from '../../testing/board-records.ts';
import { bundledHooks, Seat } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();
const gomokuHooks = await bundledHooks('gomoku');
const boxesHooks = await bundledHooks('dots-and-boxes');

/** The table after these plays, which omit passes, and the question of the seat to move. */
function tableAfter(folder: 'gomoku' | 'dots-and-boxes', plays: string) {
  const hooks = folder === 'gomoku' ? gomokuHooks : boxesHooks;
  const { spec } = readSpec(readFileSync(specUrl(folder), 'utf8'));
  const remaining = plays === '' ? [] : plays.split(' ');
  let [seat, other] = [new Seat('guest', hooks, spec, {}), new Seat('host', hooks, spec, {})];
  const join = seat.step('join').send!;
  const sent: Sent[] = [
    ['guest', join],
    ['host', other.step('handle_join', join).send!],
  ];
  let step = seat.step('first_action');
  while (step.ask ? remaining.length > 0 : step.send) {
    if (step.ask) step = seat.step('act', step.ask.key, remaining.shift());
    if (!step.send) break;
    sent.push([seat.role, step.send]);
    step = other.step('handle', step.send);
    [seat, other] = [other, seat];
  }
  const { role, end } = seat;
  return {
    role,
    record: boardRecord(specUrl(folder), { role }, sent, end ? { winner: end.winner ?? null } : undefined),
    ask: (step.ask ?? null) as Question | null,
  };
}

describe('gomoku', () => {
  const cell = (board: BoardPage, name: string) => board.frame.getByRole('gridcell', { name, exact: true });
  const middle = 'm13 d12 l4 white d10 k5 e11 k4 f12 c9 e12 g12 e9 e10 b12';

  test('picks free points by keyboard and mouse', async () => {
    const { role, record, ask } = tableAfter('gomoku', 'h8 i9');
    const board = await boardAt('gomoku', { role });
    await board.state(record);
    await board.ask(ask);
    await cell(board, 'h8, black').focus();
    await board.page.keyboard.press('ArrowRight');
    await board.page.keyboard.press('ArrowUp');
    await expect.poll(() => cell(board, 'i9, white').evaluate((node) => node === document.activeElement)).toBe(true);
    await board.page.keyboard.press('Enter');
    await board.page.keyboard.press('Home');
    await board.page.keyboard.press('PageDown');
    await board.page.keyboard.press('Space');
    await expect.poll(board.picked).toBe('a1');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    await cell(board, 'o15, free').click();
    await expect.poll(board.picked).toBe('o15');
    await expect.poll(() => board.frame.locator('.ghost').count()).toBe(1);
  });

  test('offers the colours, and names the owners of the stones once they are chosen', async () => {
    const { role, record, ask } = tableAfter('gomoku', 'h8 i9 d5');
    const board = await boardAt('gomoku', { role });
    await board.state(record);
    await board.ask(ask);
    await board.frame.getByRole('button', { name: 'Place two more' }).focus();
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('two_more');
    const taken = tableAfter('gomoku', 'h8 i9 d5 white');
    await board.state(taken.record);
    await board.ask(taken.ask);
    await expect.poll(() => cell(board, 'i9, white, yours').count()).toBe(1);
    expect(await cell(board, 'd5, black, theirs').count()).toBe(1);
    // The focused button is gone.
    expect(await cell(board, 'h8, black, theirs').evaluate((node) => node === document.activeElement)).toBe(true);
  });

  test('with hooks by hand, disables moves that the record rules out, and offers to pass', async () => {
    const { record } = tableAfter('gomoku', 'h8 i9 d5 white');
    const board = await boardAt('gomoku');
    await board.state({ ...record, seat: 'guest' });
    const byHand = ['h8', 'a1', 'black', 'white', 'two_more', 'pass'].map((value) => ({ value, label: value }));
    await board.ask({ key: 'ask:1', prompt: 'move: play', choices: byHand });
    await cell(board, 'a1, free').click({ force: true });
    await board.frame.getByRole('button', { name: 'Pass' }).click();
    await expect.poll(board.picked).toBe('pass');
    expect(await board.frame.locator('#choices button').count()).toBe(1);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const { role, record, ask } = tableAfter('gomoku', middle);
    const board = await boardAt('gomoku', { role }, size);
    await board.state(record);
    await board.ask(ask, 'c12');
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    const opening = tableAfter('gomoku', 'h8 i9 d5');
    await board.context({ role: opening.role });
    await board.state(opening.record);
    await board.ask(opening.ask);
    await expect.poll(() => board.frame.locator('#choices button').count()).toBe(3);
    await expectFitAndContrast(board);
  });

  test('shows the winning row, in Chinese if the window is', async () => {
    const { record } = tableAfter('gomoku', `${middle} c12 c11 f8 a13`);
    const board = await boardAt('gomoku', { role: 'guest', locale: 'zh-CN' });
    await board.state(record);
    await board.ask(null);
    await expect.poll(() => board.frame.locator('.line').count()).toBe(5);
    await expect
      .poll(() => board.frame.locator('#caption').textContent())
      .toBe('\u2068马洛\u2069赢了。 a13 至 e9 连成一线。');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
  });
});

describe('dots-and-boxes', () => {
  const cell = (board: BoardPage, name: string | RegExp) => board.frame.getByRole('gridcell', { name });
  const closed = 'a1b1 e5e6 a2b2 d5d6 a1a2 b1b2';

  test('picks free lines by keyboard and mouse', async () => {
    const { role, record, ask } = tableAfter('dots-and-boxes', 'a6b6 a1b1');
    const board = await boardAt('dots-and-boxes', { role });
    await board.state(record);
    await board.ask(ask);
    await cell(board, 'a6 to b6, drawn by you').focus();
    await board.page.keyboard.press('Enter');
    await board.page.keyboard.press('ArrowDown');
    await expect
      .poll(() =>
        cell(board, 'a5 to a6, free; box with 1 of 4 sides').evaluate((node) => node === document.activeElement),
      )
      .toBe(true);
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('a5a6');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    await cell(board, /^c3 to d3, free/).click();
    await expect.poll(board.picked).toBe('c3d3');
    expect(board.problems).toEqual([]);
  });

  test('shows who owns a box and who draws again', async () => {
    const { role, record, ask } = tableAfter('dots-and-boxes', closed);
    const board = await boardAt('dots-and-boxes', { role });
    await board.state(record);
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('#caption').textContent()).toBe(' You draw again.');
    expect(await board.frame.locator('.parlor-side b').allTextContents()).toEqual(['1', '0']);
    await board.context({ role: 'guest' });
    await board.state({ ...record, seat: 'guest' });
    const byHand = ['a1b1', 'c3d3', 'pass'].map((value) => ({ value, label: value }));
    await board.ask({ key: 'ask:1', prompt: 'move: play', choices: byHand });
    await cell(board, /^c3 to d3/).click({ force: true });
    await board.frame.getByRole('button', { name: 'Pass' }).click();
    await expect.poll(board.picked).toBe('pass');
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const { role, record, ask } = tableAfter('dots-and-boxes', closed);
    const board = await boardAt('dots-and-boxes', { role }, size);
    await board.state(record);
    await board.ask(ask, 'c3d3');
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    await board.ask(ask);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndContrast(board);
  });

  test('is in Chinese if the window is', async () => {
    const { role, record, ask } = tableAfter('dots-and-boxes', closed);
    const board = await boardAt('dots-and-boxes', { role, locale: 'zh-CN' });
    await board.state(record);
    await board.ask(ask && { ...ask, prompt: '画一条线' });
    await expect.poll(() => textOf(board)).toContain('a1 至 a2，\u2068艾达\u2069画的');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
  });
});
