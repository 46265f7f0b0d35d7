import { describe, expect, it } from 'vitest';
import { pickPositions, splitWords } from './recovery-phrase.ts';

describe('the recovery phrase', () => {
  it('is split into words, ignoring numbers, punctuation and case', () => {
    expect(splitWords('1. Orchard\n2. velvet, PENCIL  4)harbor')).toEqual(['orchard', 'velvet', 'pencil', 'harbor']);
    expect(splitWords('')).toEqual([]);
  });

  it('is quizzed at distinct positions in ascending order, over the whole range', () => {
    expect(pickPositions(3, () => 0)).toEqual([1, 2, 3]);
    expect(pickPositions(3, () => 0.999999)).toEqual([22, 23, 24]);
    for (let run = 0; run < 200; run++) {
      const positions = pickPositions(3, Math.random);
      expect(new Set(positions).size).toBe(3);
      expect(positions.every((position) => position >= 1 && position <= 24)).toBe(true);
    }
  });
});
