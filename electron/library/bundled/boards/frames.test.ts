/** Every bundled board in the frames that Parlor's window gives it, measured: sizes of targets and texts, room used, nothing covered. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { BoardContext } from '../../../../shared/boards/contract.ts';
import { languages } from '../../../../shared/language.ts';
import { isLongRun, sampled } from '../../../../shared/testing/long.ts';
import { boardBrowser, expectNoViolations } from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { type Position, positions } from '../../testing/board-positions.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();

/**
 * The frame in windows of 640 by 400 (below a line about what happened and without it), 900 by 600, 1280 by 800 and 1920 by 1080, and
 * the smallest that a board has to support.
 */
const frames = [
  { width: 340, height: 300 },
  { width: 369, height: 256 },
  { width: 432, height: 300 },
  { width: 593, height: 412 },
  { width: 847, height: 588 },
  { width: 1250, height: 868 },
];
const themes: BoardContext['theme'][] = ['light', 'dark'];
const states = ['start', 'middle', 'resigned', 'stopped'] as const;
/** Games that a side can lose; a chat and an oracle have no winner. */
const isGame = ({ board }: Position) => board !== 'chat' && board !== 'oracle';
const stop = { en: /Unfinished\.\s*The game couldn't be saved\./, 'zh-CN': /未完成。\s*对局无法保存。/ };
const resignation = {
  en: /You won\.\s*\u2068.+\u2069 resigned\./,
  'zh-CN': /你赢了。\s*\u2068.+\u2069 ?认输了。/,
};
const names = { host: 'Wilhelmina of Saltmarsh', guest: 'copperfinch' };

async function show(board: BoardPage, position: Position, state: (typeof states)[number]) {
  const resigned = { winner: 'guest' as const, conceded: { by: 'host' as const, code: 'resigned' as const } };
  // The longest reason.
  const stopped = { completed: false, winner: null, problem: { code: 'data_dir_unusable' as const, message: '' } };
  const sent = state === 'start' ? position.sent.slice(0, 2) : position.sent;
  const record = boardRecord(
    specUrl(position.board),
    { role: 'guest' },
    sent,
    state === 'resigned' ? resigned : state === 'stopped' ? stopped : undefined,
  );
  await board.state(record, state === 'start' ? [] : position.talk, position.view);
  await board.ask(state === 'middle' ? position.ask : null, position.picked);
  await board.ping();
}

/** What is wrong in the frame as it is now, as sentences. */
const faultsOf = (board: BoardPage) =>
  board.frame.evaluate(() => {
    const isClipped = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).clipPath === 'inset(50%)' || isClipped(node.parentElement));
    const isShown = (node: Element) => node.checkVisibility({ visibilityProperty: true }) && !isClipped(node);
    const nameOf = (node: Element) =>
      `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} ${node.textContent}`;
    const faults: string[] = [];
    const room = document.body;
    if (room.scrollWidth > room.clientWidth) faults.push(`${room.scrollWidth - room.clientWidth} px too wide`);
    if (room.scrollHeight > room.clientHeight) faults.push(`${room.scrollHeight - room.clientHeight} px too high`);

    for (const node of document.querySelectorAll('button, [role=slider], [role=spinbutton]')) {
      const { width, height } = node.getBoundingClientRect();
      if (isShown(node) && Math.min(width, height) < 23.9)
        faults.push(`${nameOf(node)}: a target of ${width.toFixed(1)} by ${height.toFixed(1)}`);
    }

    const texts: { node: Element; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const [text, node] = [walker.currentNode, walker.currentNode.parentElement!];
      if (!text.textContent!.trim() || !isShown(node)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      texts.push(...[...range.getClientRects()].map((box) => ({ node, box })));
      const scale = node instanceof SVGGraphicsElement ? node.getScreenCTM()!.a : 1;
      const size = Number.parseFloat(getComputedStyle(node).fontSize) * scale;
      const least = node.closest('.parlor-columns, .parlor-rows, .label, .hidden') ? 9 : 12;
      if (size < least - 0.05) faults.push(`${nameOf(node)}: text of ${size.toFixed(1)} px`);
      for (let box: Element | null = node; box && box !== room; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box);
        const cut = overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
        if (cut && (overflowX === 'hidden' || textOverflow === 'ellipsis')) faults.push(`${nameOf(box)}: cut`);
      }
    }
    // Letters fill the middle of their line boxes.
    const letters = texts.map(({ node, box: { left, right, top, bottom, height } }) => {
      return { node, left, right, top: top + 0.18 * height, bottom: bottom - 0.18 * height };
    });
    for (const [index, one] of letters.entries()) {
      for (const other of letters.slice(index + 1)) {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (one.node !== other.node && across > 1 && down > 1)
          faults.push(`"${one.node.textContent}" over "${other.node.textContent}"`);
      }
    }

    const stage = document.querySelector('.parlor-stage');
    if (stage && innerWidth >= 1.4 * innerHeight) {
      const margin = Number.parseFloat(getComputedStyle(stage).marginBottom);
      // A title over the stage belongs to it.
      const title = stage.parentElement!.querySelector(':scope > h2');
      const top = (title && isShown(title) ? title : stage).getBoundingClientRect().top;
      const used = (stage.getBoundingClientRect().bottom + margin - top) / innerHeight;
      if (used < 0.95) faults.push(`the stage uses ${Math.round(used * 100)} % of the height`);
    }
    return [...new Set(faults)];
  });

test('there is a position of every bundled board', async () => {
  const pins = new URL('../../../../resources/protocols/pins.json', import.meta.url);
  const bundled = Object.keys(JSON.parse(await readFile(pins, 'utf8')) as object);
  expect(positions.map(({ board }) => board).sort()).toEqual(bundled.sort());
});

describe.each(positions)('$board', (position) => {
  // A short run shows each board in one size and one language.
  const number = positions.indexOf(position);
  const measured = isLongRun ? frames : frames.filter((_, index) => (index + number) % frames.length === 0);
  test.each(measured)('uses a frame of $width by $height', async (size) => {
    const shown = isLongRun ? languages : [languages[number % languages.length]!];
    for (const locale of shown) {
      const board = await boardAt(position.board, { ...size, locale, names }, size);
      for (const theme of themes) {
        await board.context({ theme });
        for (const state of states) {
          await show(board, position, state);
          // The frame grows shortly after the board's request.
          await expect.poll(() => faultsOf(board), { message: `${locale} ${theme} ${state}` }).toEqual([]);
          if (state === 'resigned' && isGame(position)) {
            expect(await board.frame.locator('body').textContent()).toMatch(resignation[locale]);
          }
          if (state === 'stopped' && isGame(position)) {
            expect(await board.frame.locator('body').textContent()).toMatch(stop[locale]);
          }
          if (isLongRun) await expectNoViolations(board, (builder) => builder);
        }
        // What both themes share was measured in the first one.
        if (!isLongRun) break;
      }
      expect(board.problems).toEqual([]);
    }
  });

  test.runIf(sampled(positions, 3).includes(position))(
    'scrolls inside if the frame stays smaller than it asks for',
    async () => {
      const board = await boardAt(position.board, {}, { width: 409, height: 284 });
      await show(board, position, 'middle');
      await board.page.setViewportSize({ width: 409, height: 284 });
      await expect
        .poll(() => board.frame.evaluate(() => [innerHeight, document.body.scrollWidth - document.body.clientWidth]))
        .toEqual([284, 0]);
    },
  );
});
