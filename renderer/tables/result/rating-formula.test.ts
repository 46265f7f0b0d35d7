import { describe, expect, it } from 'vitest';
import { ratingDelta } from '../../../shared/community/rating.ts';
import { formulaOf } from './rating-formula.ts';

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
