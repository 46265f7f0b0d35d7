import { describe, expect, it } from 'vitest';
import { askedPositions, splitWords } from './words.ts';

describe('the 24 words', () => {
  it('takes words from a numbered list as well as from a line', () => {
    expect(splitWords('1. Orchard\n2. velvet, PENCIL  4)harbor')).toEqual(['orchard', 'velvet', 'pencil', 'harbor']);
    expect(splitWords('')).toEqual([]);
  });

  it('asks for different positions, in order, at both ends of chance', () => {
    expect(askedPositions(3, () => 0)).toEqual([1, 2, 3]);
    expect(askedPositions(3, () => 0.999999)).toEqual([22, 23, 24]);
    for (let run = 0; run < 200; run++) {
      const asked = askedPositions(3, Math.random);
      expect(new Set(asked).size).toBe(3);
      expect(asked.every((position) => position >= 1 && position <= 24)).toBe(true);
    }
  });
});
