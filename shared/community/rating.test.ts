import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { expectedScore, ratingDelta } from './rating.ts';

const vectors = storedVectors('shared/community/vectors/elo.json');

test.each(vectors)('computes the gains of $own against $opponent', ({ own, opponent, win, loss, draw }) => {
  expect([
    ratingDelta(own, opponent, 'win'),
    ratingDelta(own, opponent, 'loss'),
    ratingDelta(own, opponent, 'draw'),
  ]).toEqual([win, loss, draw]);
});

test('P-14 no result costs points, and the expected scores of both sides sum to 1', () => {
  const rating = fc.integer({ min: 0, max: 4000 });
  fc.assert(
    fc.property(rating, rating, fc.constantFrom('win', 'draw', 'loss'), (own, opponent, outcome) => {
      const delta = ratingDelta(own, opponent, outcome);
      expect(Number.isInteger(delta)).toBe(true);
      expect(delta).toBeGreaterThanOrEqual(0);
      expect(delta).toBeLessThanOrEqual(32);
      expect(expectedScore(own, opponent) + expectedScore(opponent, own)).toBeCloseTo(1, 12);
    }),
  );
});

test.each([
  { difference: -719.7362197814322, exact: 0.5, points: 0 },
  { difference: -523.2834321164413, exact: 1.5, points: 2 },
  { difference: -428.75280292245, exact: 2.5, points: 2 },
  { difference: -100.42240828085697, exact: 11.5, points: 12 },
  { difference: -77.24983934178461, exact: 12.5, points: 12 },
])('rounds a gain of exactly $exact to the even $points', ({ difference, exact, points }) => {
  expect(32 * (1 - expectedScore(0, difference))).toBe(exact);
  expect(ratingDelta(0, difference, 'win')).toBe(points);
});
