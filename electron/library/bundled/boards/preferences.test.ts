/** What people have chosen for all boards: the size of texts, and pieces that are apart without colours. */
import { expect, test } from 'vitest';
import { sampled } from '../../../../shared/testing/long.ts';
import { boardBrowser, expectToFit, textOf } from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { positions } from '../../testing/board-positions.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();

/** The variables of two colours that people must tell apart; boards without pieces are not listed. */
const pairs: { [board: string]: [string, string] } = {
  battleship: ['--hit', '--water'],
  'connect-four': ['--guest', '--host'],
  'dots-and-boxes': ['--guest', '--host'],
  gomoku: ['--black', '--white'],
  'liars-dice': ['--guest', '--host'],
  'prisoners-dilemma': ['--guest', '--host'],
  reversi: ['--guest', '--host'],
  'rock-paper-scissors': ['--guest', '--host'],
  'sealed-bid-auction': ['--guest', '--host'],
  'weak-wins': ['--guest', '--host'],
};

/** The contrast of two colours as of WCAG: by brightness alone. */
async function contrastOf(board: BoardPage, names: readonly [string, string]): Promise<number> {
  const colours = await board.frame.evaluate(
    (variables) => variables.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
    names,
  );
  const [lighter = 0, darker = 0] = colours.map(luminanceOf).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(sampled(Object.entries(pairs), 2))('%s has sides that differ in brightness', async (folder, names) => {
  const board = await boardAt(folder, { distinct_pieces: true });
  await expect.poll(() => contrastOf(board, names)).toBeGreaterThan(3);
  await board.context({ theme: 'dark' });
  await expect.poll(() => contrastOf(board, names)).toBeGreaterThan(2.5);
  expect(board.problems).toEqual([]);
});

test('the usual pieces come back', async () => {
  const board = await boardAt('prisoners-dilemma', { distinct_pieces: true });
  const names = ['--guest', '--host'] as const;
  await expect.poll(() => contrastOf(board, names)).toBeGreaterThan(3);
  await board.context({ distinct_pieces: false });
  await expect.poll(() => contrastOf(board, names)).toBeLessThan(1.5);
});

test.each(sampled(positions, 2))(
  '$board has larger texts and still fits',
  async ({ board: folder, sent, talk = [], view, ask }) => {
    const board = await boardAt(folder, {}, { width: 600, height: 510 });
    await board.state(boardRecord(specUrl(folder), { role: 'guest' }, sent), talk, view);
    await board.ask(ask);
    const size = () =>
      board.frame.locator('body').evaluate((body) => Number.parseFloat(getComputedStyle(body).fontSize));
    await expect.poll(() => textOf(board)).not.toBe('');
    expect(await size()).toBe(15);
    await board.context({ text_scale: 1.3 });
    await expect.poll(size).toBe(19.5);
    await expectToFit(board);
  },
);
