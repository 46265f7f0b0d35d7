/** Where the page around a board has to scroll, what was picked outside of the board comes into sight. */
import { expect, test } from 'vitest';
import { boardBrowser } from '../../testing/board-browser.ts';
import { positions } from '../../testing/board-positions.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();

test.each([
  ['gomoku', 'a1', 'o15'],
  ['gomoku', 'o15', 'a1'],
  ['reversi', 'c5', 'f4'],
] as const)('%s: %s, then %s', async (folder, first, second) => {
  const { sent, view, ask } = positions.find(({ board }) => board === folder)!;
  const board = await boardAt(folder);
  const { page, frame } = board;
  const size = page.viewportSize()!;
  try {
    await page.addStyleTag({ content: 'html { overflow: auto } body, iframe { width: 1100px; height: 1000px }' });
    await page.setViewportSize({ width: 340, height: 300 });
    await board.state(boardRecord(specUrl(folder), { role: 'guest' }, sent), [], view);
    const isInSight = async () => {
      const [cell, at] = await Promise.all([
        frame.evaluate(() => {
          const picked = document.querySelector('[aria-checked="true"], [aria-selected="true"], [aria-pressed="true"]');
          const { left, top, right, bottom } = picked?.getBoundingClientRect() ?? new DOMRect(-9999);
          return { left, top, right, bottom };
        }),
        page.evaluate(() => ({ x: scrollX, y: scrollY, right: scrollX + innerWidth, bottom: scrollY + innerHeight })),
      ]);
      return cell.left >= at.x && cell.top >= at.y && cell.right <= at.right && cell.bottom <= at.bottom;
    };
    for (const picked of [first, second]) {
      await board.ask(ask, picked);
      await expect.poll(isInSight).toBe(true);
    }
  } finally {
    await page.setViewportSize(size);
  }
});
