/** The search of Connect Four's sharp strength. */
import { describe, expect, test } from 'vitest';
import { proposalOf } from '../../../../shared/tables/hooks.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import { bundledHooks } from '../../testing/bundled-hooks.ts';

const hooks = await bundledHooks('connect-four');
const openingReason = 'is a known opening';

interface Grid {
  cols: number;
  rows: number;
}

const standard: Grid = { cols: 7, rows: 6 };

const stateAfter = (moves: number[], options: Grid) => ({
  ...hooks.init({ role: moves.length % 2 === 0 ? 'guest' : 'host', options, manner: 'sharp' }),
  moves,
});

const freeAfter = (moves: number[], { cols, rows }: Grid) =>
  [...Array(cols).keys()].filter((col) => moves.filter((move) => move === col).length < rows);

function advice(moves: number[], options = standard) {
  const choices = freeAfter(moves, options).map((value) => ({ value, label: `column ${value + 1}` }));
  const ask = { key: 'turn', prompt: 'Choose a column', choices };
  const { answer, reason } = proposalOf(ask, hooks.decide(stateAfter(moves, options), ask))!;
  return { col: Number(answer), reason };
}

describe('the opening', () => {
  test.each([0, 1, 2])('is mirrored after a reply in column %s and its mirror image', (reply) => {
    const left = advice([3, reply]);
    const right = advice([3, 6 - reply]);
    expect(left.reason).toBe(openingReason);
    expect(right).toEqual({ col: 6 - left.col, reason: openingReason });
  });

  test('is known for four replies in every order, and for no other position', () => {
    const random = randomFrom('opening');
    for (let game = 0; game < 50; game += 1) {
      const moves: number[] = [];
      // If the guest is not stopped, it wins with its fourth or fifth disc.
      while (moves.length < 10 && hooks.view(stateAfter(moves, standard)).winner === null) {
        if (moves.length % 2 === 0) {
          const { col, reason } = advice(moves);
          expect(['completes four in a line', openingReason], moves.join()).toContain(reason);
          moves.push(col);
        } else {
          const free = freeAfter(moves, standard);
          moves.push(free[Math.floor(random() * free.length)]!);
        }
      }
    }
    expect(advice([0, 3]).reason).not.toBe(openingReason);
    expect(advice([3, 3], { cols: 8, rows: 6 }).reason).not.toBe(openingReason);
  });
});

test.each<[number, number]>([
  [7, 6],
  [8, 7],
  [5, 4],
])('a win that it announces on %s by %s is won against random replies', (cols, rows) => {
  const random = randomFrom(`${cols} by ${rows}`);
  let announced = 0;
  for (let game = 0; game < 30; game += 1) {
    const moves: number[] = [];
    let winner: unknown = null;
    let announcedBy: number | null = null;
    while (winner === null) {
      const seat = moves.length % 2;
      const free = freeAfter(moves, { cols, rows });
      if (seat === game % 2 && moves.length > 3) {
        const { col, reason } = advice(moves, { cols, rows });
        if (reason === 'leads to four in a line') announcedBy ??= seat;
        moves.push(col);
      } else moves.push(free[Math.floor(random() * free.length)]!);
      winner = hooks.view(stateAfter(moves, { cols, rows })).winner;
    }
    if (announcedBy === null) continue;
    announced += 1;
    expect(winner).toBe(announcedBy === 0 ? 'guest' : 'host');
  }
  expect(announced).toBeGreaterThan(3);
});
