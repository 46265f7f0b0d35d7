import { describe, expect, it } from 'vitest';
import { ratingDelta } from '../../../shared/community/rating.ts';
import { formulaOf, whyOf } from './rating-formula.ts';

describe('the rating formula', () => {
  it('reproduces the worked example', () => {
    expect(formulaOf(1264, 1312, 'won')).toEqual({ own: 1264, opponent: 1312, expected: '0.431', raw: '18.2' });
    expect(formulaOf(1312, 1264, 'lost').raw).toBe('4.5');
    expect(formulaOf(1264, 1312, 'drawn').raw).toBeNull();
  });

  it('rounds like the community', () => {
    for (const [own, opponent] of [
      [1200, 1200],
      [1600, 1200],
      [1264, 1312],
      [900, 2100],
    ] as const) {
      expect(
        Math.abs(Number(formulaOf(own, opponent, 'won').raw) - ratingDelta(own, opponent, 'win')),
      ).toBeLessThanOrEqual(0.55);
    }
  });
});

it('explains by the ratings only what they changed', () => {
  // 16.2 points, rounded to those between equals.
  expect(whyOf('won', 1200, 1208)).toBe('won_close');
  expect(whyOf('won', 1200, 1200)).toBe('won_even');
  expect(whyOf('won', 1200, 1300)).toBe('won_underdog');
  expect(whyOf('won', 1300, 1200)).toBe('won_favourite');
  expect(whyOf('lost', 1200, 1208)).toBe('lost_even');
  expect(whyOf('lost', 1300, 1200)).toBe('lost_favourite');
  expect(whyOf('drawn', 1200, 1300)).toBe('drawn');
});
