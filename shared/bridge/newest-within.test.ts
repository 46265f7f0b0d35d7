import { expect, it } from 'vitest';
import { gameListMaxCharacters, newestWithin, withinLimits } from './newest-within.ts';

const entries = (count: number, text = 'x'.repeat(100)) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, text }));

it('leaves an ordinary game as it is', () => {
  const moves = entries(500);
  expect(newestWithin(moves)).toBe(moves);
});

it('keeps the newest entries of an endless game', () => {
  const kept = newestWithin(entries(100_000));
  expect(JSON.stringify(kept).length).toBeLessThanOrEqual(gameListMaxCharacters + 2);
  expect(JSON.stringify(kept).length).toBeGreaterThan(gameListMaxCharacters * 0.9);
  expect(kept.at(-1)?.number).toBe(100_000);
});

it('bounds games with few, but long messages', () => {
  const game = { moves: [], board_record: { messages: entries(60, 'x'.repeat(64 * 1024)) } };
  expect(withinLimits(game).board_record.messages.length).toBeLessThan(9);
});
