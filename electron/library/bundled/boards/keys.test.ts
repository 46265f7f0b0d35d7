/** Keys in boards, as real key events of other keyboards and of input methods. */
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../shared/testing/long.ts';
import { boardBrowser } from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { choicesOf, positions } from '../../testing/board-positions.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();

async function open(folder: string): Promise<BoardPage> {
  const board = await boardAt(folder);
  const { sent, view, ask } = positions.find((position) => position.board === folder)!;
  await board.state(boardRecord(specUrl(folder), { role: 'guest' }, sent), [], view);
  await board.ask(ask);
  await board.ping();
  return board;
}

interface Key {
  key: string;
  code: string;
  isComposing?: boolean;
  keyCode?: number;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

/** Sends a key to the focused element of the board, and waits until the board has answered everything before it. */
async function press(board: BoardPage, key: Key): Promise<void> {
  await board.frame.evaluate((init) => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  }, key);
  await board.ping();
}

describe('digits name columns of Connect Four', () => {
  test.each<[string, Key, number]>([
    ['of the row of digits', { key: '3', code: 'Digit3' }, 2],
    ['of the number pad', { key: '3', code: 'Numpad3', keyCode: 99 }, 2],
    ['on AZERTY, without Shift', { key: '"', code: 'Digit3' }, 2],
    ['on AZERTY, where the key types a letter', { key: 'é', code: 'Digit2' }, 1],
    ['on AZERTY, with Shift', { key: '3', code: 'Digit3', shiftKey: true }, 2],
    ['in full width', { key: '３', code: 'Digit3' }, 2],
  ])('%s', async (_name, key, column) => {
    const board = await open('connect-four');
    await press(board, key);
    expect(board.picked()).toBe(column);
  });

  const others: [string, Key][] = [
    ['that chooses a candidate of an input method', { key: '3', code: 'Digit3', isComposing: true }],
    ['with the key code of input methods', { key: '3', code: 'Digit3', keyCode: 229 }],
    ['with Ctrl', { key: '3', code: 'Digit3', ctrlKey: true }],
    ['with Alt', { key: '3', code: 'Digit3', altKey: true }],
    ['with Meta', { key: '3', code: 'Digit3', metaKey: true }],
    ['that types another character', { key: '#', code: 'Digit3', shiftKey: true }],
    ['of the number pad without Num Lock', { key: 'PageDown', code: 'Numpad3' }],
  ];
  test('but not a digit of other kinds', async () => {
    const board = await open('connect-four');
    for (const [name, key] of others) {
      await press(board, key);
      expect(board.picked(), name).toBeNull();
    }
  });
});

test.each([
  ['connect-four', '9', 'The columns are 1 to 7.'],
  ['rock-paper-scissors', '4', 'Keys 1 to 3 pick a hand.'],
  ['prisoners-dilemma', '3', 'Keys 1 and 2 pick a move.'],
  ['liars-dice', '7', 'The faces are 1 to 6.'],
])('a digit that names nothing says so in %s', async (folder, digit, reason) => {
  const board = await open(folder);
  await board.frame.locator('button[tabindex="0"]').first().focus();
  await board.page.keyboard.press(digit);
  await expect.poll(() => board.frame.getByRole('alert').textContent()).toBe(reason);
  expect(board.picked()).toBeNull();
});

describe('typed names of places', () => {
  test.each([
    ['reversi', 'c3', /^c3/, null],
    ['reversi', 'f6', /^f6/, 'f6'],
    ['gomoku', 'h12', /^h12/i, null],
    ['gomoku', 'Bh1', /^h1\b/i, null],
    ['battleship', 'j10', /^J10/, 99],
    ['dots-and-boxes', 'c5c6', /c5.*c6/, 'c5c6'],
  ])('move the focus in %s, and pick what is possible: %s', async (folder, typed, label, answer) => {
    const board = await open(folder);
    await board.frame.locator('button[tabindex="0"]').first().focus();
    for (const key of typed) await board.page.keyboard.press(key);
    await expect
      .poll(() => board.frame.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(label);
    await expect.poll(board.picked).toBe(answer);
  });

  test('pick with Enter', async () => {
    const board = await open('reversi');
    await board.frame.locator('button[tabindex="0"]').first().focus();
    for (const key of ['f', '6', 'Enter']) await board.page.keyboard.press(key);
    await expect.poll(board.picked).toBe('f6');
  });
});

describe('letters are read by what they type', () => {
  test.each<[string, Key, string | null]>([
    ['on QWERTY', { key: 'c', code: 'KeyC' }, 'call'],
    ['on Dvorak, where it lies elsewhere', { key: 'c', code: 'KeyI' }, 'call'],
    ['with Caps Lock', { key: 'C', code: 'KeyC' }, 'call'],
    ['the key at its place on Dvorak', { key: 'j', code: 'KeyC' }, null],
    ['while composing', { key: 'c', code: 'KeyC', isComposing: true, keyCode: 229 }, null],
  ])('%s', async (_name, key, answer) => {
    const board = await open('liars-dice');
    await press(board, key);
    expect(board.picked()).toBe(answer);
  });
});

/** Takes the focus out of the board, as Parlor does to play a pick. */
const takeFocus = (board: BoardPage) =>
  board.page.evaluate(() => {
    document.body.tabIndex = -1;
    window.focus();
    document.body.focus();
  });
const returnFocus = (board: BoardPage) => board.page.locator('iframe').focus();
const hasFocus = (board: BoardPage) => board.frame.evaluate(() => document.hasFocus());
const isTarget = (board: BoardPage) => board.frame.evaluate('document.activeElement === window.target');

describe('the focus returns to where it was, after a move', () => {
  // The oracle's position is its end, without controls.
  const boards = positions.map(({ board }) => board).filter((folder) => folder !== 'oracle');
  test.each(sampled(boards, 3))('in %s', async (folder) => {
    const board = await open(folder);
    const { sent, view, ask } = positions.find((position) => position.board === folder)!;
    await board.page.keyboard.press('Tab');
    await board.page.keyboard.press('ArrowRight');
    await board.frame.evaluate('window.target = document.activeElement');
    expect(await board.frame.evaluate(() => document.activeElement === document.body)).toBe(false);
    await takeFocus(board);
    await expect.poll(() => hasFocus(board)).toBe(false);
    await board.ask(null);
    await board.state(boardRecord(specUrl(folder), { role: 'guest' }, sent), [], view);
    await board.ask(ask && { ...ask, key: `${ask.key}:next` });
    await board.ping();
    expect(await hasFocus(board)).toBe(false);
    await returnFocus(board);
    await expect.poll(() => isTarget(board)).toBe(true);
  });

  test('or to the next question of the oracle, whose answers replace those before', async () => {
    const board = await boardAt('oracle', { role: 'host' });
    const { sent, talk } = positions.find((position) => position.board === 'oracle')!;
    await board.state(boardRecord(specUrl('oracle'), { role: 'host' }, sent.slice(0, 3)), talk);
    await board.ask({ key: 'sign', prompt: 'Your sign', choices: choicesOf(['yes', 'no']) });
    await board.frame.getByRole('radio', { name: 'No' }).focus();
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('no');
    await board.ask({ key: 'certainty', prompt: 'How sure?', choices: choicesOf([1, 2, 3]) });
    await expect.poll(() => board.frame.evaluate(() => document.activeElement?.textContent)).toBe('1');
  });

  test('and arrows go on from there in Dots and Boxes', async () => {
    const board = await open('dots-and-boxes');
    const focused = () => board.frame.evaluate(() => (document.activeElement as HTMLElement).dataset.name);
    await board.page.keyboard.press('Tab');
    await board.page.keyboard.press('ArrowDown');
    const from = await focused();
    await takeFocus(board);
    await returnFocus(board);
    await expect.poll(focused).toBe(from);
    await board.page.keyboard.press('ArrowRight');
    expect(await focused()).not.toBe(from);
  });
});

describe('Enter and Escape of an input method', () => {
  test('neither bid nor withdraw a bid', async () => {
    const board = await open('weak-wins');
    await board.frame.getByRole('slider').focus();
    for (const composing of [{ isComposing: true }, { keyCode: 229 }, { isComposing: true, keyCode: 229 }]) {
      await press(board, { key: 'Enter', code: 'Enter', ...composing });
      await press(board, { key: 'ArrowRight', code: 'ArrowRight', ...composing });
    }
    expect(board.picked()).toBeNull();
    await press(board, { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(board.picked()).not.toBeNull();
    await press(board, { key: 'Escape', code: 'Escape', isComposing: true, keyCode: 229 });
    expect(board.picked()).not.toBeNull();
    await press(board, { key: 'Escape', code: 'Escape', keyCode: 27 });
    expect(board.picked()).toBeNull();
  });
});
