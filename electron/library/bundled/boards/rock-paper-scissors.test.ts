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
import { boardRecord, type Sent, seals, specUrl } from '../../testing/board-records.ts';
import { bundledHooks } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();
const hooks = await bundledHooks('rock-paper-scissors');

const terms = { best_of: 3, rounds_to_win: 2, termination: 'first_to_win', round_delay_seconds: 0 };

type Hands = { guest: string; host: string };

const reveals = (round: number, { host, guest }: Hands): Sent[] => [
  ['host', { action: 'reveal', round, choice: host, nonce: '0123456789abcdef' }],
  ['guest', { action: 'reveal', round, choice: guest, nonce: 'fedcba9876543210' }],
];

/** The table after these rounds, the last one sealed or opened. */
const tableAfter = (rounds: Hands[], { sealed = false, end }: { sealed?: boolean; end?: { winner: Role } } = {}) => {
  const step = hooks.round_value as (state: unknown, round: number) => { ask: Question };
  const { ask } = step(hooks.init({ role: 'guest', options: { best_of: 3 }, manner: null }), rounds.length);
  const sent: Sent[] = [
    ['guest', { action: 'join', best_of: 3 }],
    ['host', { action: 'ready', ...terms }],
    ...rounds.flatMap((each, round) => [...seals(round), ...reveals(round, each)]),
    ...(sealed ? seals(rounds.length) : []),
  ];
  return { record: boardRecord(specUrl('rock-paper-scissors'), { role: 'guest' }, sent, end), ask };
};

describe('rock-paper-scissors', () => {
  const radio = (board: BoardPage, hand: string) => board.frame.getByRole('radio', { name: hand });

  test('picks by keyboard: arrows move, Enter and Space pick, Escape undoes, numbers pick hands', async () => {
    const board = await boardAt('rock-paper-scissors');
    const { record, ask } = tableAfter([]);
    await board.state(record);
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

  test('shows a game: a picked hand, sealed hands, opened hands, the winner', async () => {
    const board = await boardAt('rock-paper-scissors');
    const verdict = () => board.frame.locator('#verdict').textContent();
    const cards = () =>
      board.frame.locator('figure').evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.kind));
    const first = tableAfter([]);
    await board.state(first.record);
    await board.ask(first.ask, 'paper');
    await expect.poll(cards).toEqual(['picked', 'empty']);
    await board.ask(null);
    // Nothing is hidden before the other side has chosen.
    await expect.poll(cards).toEqual(['sealed', 'empty']);
    const second = tableAfter([{ guest: 'paper', host: 'rock' }]);
    await board.state(second.record);
    await board.ask(second.ask);
    await expect.poll(cards).toEqual(['won', 'lost']);
    expect(await verdict()).toContain('Paper wraps rock. You take it. Round 2: choose a hand.');
    await board.ask(null);
    await board.state(
      tableAfter(
        [
          { guest: 'paper', host: 'rock' },
          { guest: 'rock', host: 'scissors' },
        ],
        { end: { winner: 'guest' } },
      ).record,
    );
    await expect.poll(verdict).toBe('You won. Rock blunts scissors. 2 to 0 after 2 rounds.');
    const rounds = await board.frame.locator('#rounds li').allTextContents();
    expect(rounds.at(-1)).toBe('Round 2: you rock, \u2068Marlow\u2069 scissors. You take it.');
    expect(board.problems).toEqual([]);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('rock-paper-scissors', {}, size);
    const { record, ask } = tableAfter([
      { guest: 'rock', host: 'paper' },
      { guest: 'rock', host: 'rock' },
    ]);
    await board.state(record);
    await board.ask(ask, 'rock');
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    await board.ask(null);
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndContrast(board);
  });

  test('is in Chinese if the window is', async () => {
    const board = await boardAt('rock-paper-scissors', { locale: 'zh-CN', names: { host: '马洛', guest: '艾达' } });
    const { record, ask } = tableAfter([{ guest: 'rock', host: 'paper' }]);
    await board.state(record);
    await board.ask(ask, 'rock');
    await expect.poll(() => textOf(board)).toContain('你选了石头');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
    await board.ask(null);
    await expect.poll(() => textOf(board)).toContain('你的手势已密封。');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
  });
});
