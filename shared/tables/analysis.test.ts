import { describe, expect, it } from 'vitest';
import { type Judgement, reviewOf } from './analysis.ts';
import type { Role } from './hooks.ts';

const step = (by: Role, value: string) => ({ by, value, label: value });
const judgement = (move: number, by: Role, played: number | null, other: number | null): Judgement => ({
  move,
  by,
  played: played === null ? null : { worth: played, line: [step(by, 'played')] },
  other: other === null ? null : { worth: other, line: [step(by, 'better'), step(by, 'then')] },
});
const marksOf = (judgements: Judgement[], result: Parameters<typeof reviewOf>[2] = null) =>
  reviewOf(judgements, [1, 2, 3, 4, 99], result).map(({ mark }) => mark);

describe('marks', () => {
  it('depend on the worth that a move lost', () => {
    expect(marksOf([judgement(1, 'guest', 0.3, 0.45)])).toEqual([null]);
    expect(marksOf([judgement(1, 'guest', 0.3, 0.55)])).toEqual(['slip']);
    expect(marksOf([judgement(1, 'guest', -0.3, 0.3)])).toEqual(['mistake']);
    expect(marksOf([judgement(1, 'guest', 0.2, 1)])).toEqual(['missed_win']);
    expect(marksOf([judgement(1, 'guest', -1, 0)])).toEqual(['mistake']);
  });

  it('are not made for the best move, the only one, one that also wins, and one that was lost anyway', () => {
    expect(marksOf([judgement(1, 'guest', 0.5, 0.1)])).toEqual([null]);
    expect(marksOf([judgement(1, 'guest', -1, null)])).toEqual([null]);
    expect(marksOf([judgement(1, 'guest', 0.9, 1)])).toEqual([null]);
    expect(marksOf([judgement(1, 'guest', -1, -1)])).toEqual([null]);
    expect(marksOf([judgement(1, 'guest', null, 1)])).toEqual([null]);
  });

  it('follow what turned out for certain in the next position', () => {
    const blunder = [judgement(1, 'guest', 0.4, 0.3), judgement(2, 'host', 1, 0)];
    expect(reviewOf(blunder, [1, 2, 3], null)[0]).toMatchObject({ mark: 'mistake', worth: 0.3 });
    // An estimate corrects nothing, nor does a position after a move that was not judged.
    expect(marksOf([judgement(1, 'guest', 0.4, 0.3), judgement(2, 'host', 0.9, 0)])).toEqual([null, null]);
    expect(marksOf([judgement(1, 'guest', 0.4, 0.3), judgement(3, 'host', 1, 0)])).toEqual([null, null]);
    // A win that was found wins although the search before it did not see that.
    expect(reviewOf([judgement(1, 'guest', 0.1, 0.4), judgement(2, 'host', -1, -1)], [1, 2, 3], null)[0]).toMatchObject(
      {
        mark: null,
        worth: 1,
        wins: true,
      },
    );
  });

  it('count the result for the last move, unless a side conceded', () => {
    const last = [judgement(1, 'guest', 0.4, 0.3)];
    expect(reviewOf(last, [1], 'host')[0]).toMatchObject({ mark: 'mistake', worth: 0.3 });
    expect(reviewOf(last, [1], 'guest')[0]).toMatchObject({ mark: null, worth: 1 });
    expect(reviewOf(last, [1], 'draw')[0]).toMatchObject({ mark: 'slip', worth: 0.3 });
    expect(reviewOf(last, [1], null)[0]).toMatchObject({ mark: null, worth: 0.4 });
  });
});

it('shows the best line, which begins with the move made if that was the best', () => {
  const [good] = reviewOf([judgement(1, 'guest', 0.5, 0.1)], [1, 2], null);
  expect(good!.line.map(({ label }) => label)).toEqual(['played']);
  const [bad] = reviewOf([judgement(1, 'guest', -1, 1)], [1, 2], null);
  expect(bad).toMatchObject({ wins: true, played: { label: 'played' } });
  expect(bad!.line.map(({ label }) => label)).toEqual(['better', 'then']);
});
