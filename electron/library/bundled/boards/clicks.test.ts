/** No click on a board is without an answer: it picks something, changes what is shown, or says why it can't. */
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../shared/testing/long.ts';
import { boardBrowser } from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { positions } from '../../testing/board-positions.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();
const boards = positions.filter(({ board }) => board !== 'chat');

/** The controls whose click does nothing, by their labels. */
const silentControls = (board: BoardPage) =>
  board.frame.evaluate(() => {
    let picks = 0;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: { method?: string }, ...rest: unknown[]) {
      if (message.method === 'ui/answer') picks += 1;
      return (postMessage as (...all: unknown[]) => void).call(this, message, ...rest);
    };
    const shown = () => document.querySelector('main')!.outerHTML;
    const silent = [...document.querySelectorAll<HTMLElement>('button')].filter((button) => {
      if (!button.isConnected || !button.checkVisibility()) return false;
      document.querySelector('.parlor-reason')?.remove();
      const [picksBefore, before] = [picks, shown()];
      button.click();
      return picks === picksBefore && shown() === before && !document.querySelector('.parlor-reason');
    });
    return silent.map((button) => button.getAttribute('aria-label') ?? button.textContent);
  });

describe.each(sampled(boards, 2))('$board', ({ board: folder, sent, view, ask, talk = [] }) => {
  const open = async () => {
    const board = await boardAt(folder);
    await board.state(boardRecord(specUrl(folder), { role: 'guest' }, sent), talk, view);
    return board;
  };

  test('answers every click on the own turn', async () => {
    const board = await open();
    await board.ask(ask);
    await board.ping();
    expect(await silentControls(board)).toEqual([]);
  });

  test('says why while nothing is asked', async () => {
    const board = await open();
    await board.ask(ask);
    await board.ask(null);
    await board.ping();
    expect(await silentControls(board)).toEqual([]);
  });
});
