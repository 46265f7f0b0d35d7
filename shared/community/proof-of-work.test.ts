import { describe, expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { meetsDifficulty } from './proof-of-work.ts';

const vectors = storedVectors('shared/community/vectors/proof-of-work.json');

describe('meetsDifficulty', () => {
  test.each(vectors)(
    'difficulty $difficulty: accepts the first valid counter and none before it',
    ({ nonce, public_key, counter, difficulty }) => {
      expect(meetsDifficulty(nonce, public_key, counter, difficulty)).toBe(true);
      for (let i = Math.max(0, counter - 500); i < counter; i += 1)
        expect(meetsDifficulty(nonce, public_key, i, difficulty)).toBe(false);
    },
  );

  test('accepts any integer counter at difficulty 0, and rejects other counters', () => {
    const { nonce, public_key, counter, difficulty } = vectors[0]!;
    expect(meetsDifficulty(nonce, public_key, 0, 0)).toBe(true);
    for (const odd of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(meetsDifficulty(nonce, public_key, odd, 0)).toBe(false);
    for (const odd of [-1, 0.5, 33, Number.NaN]) expect(meetsDifficulty(nonce, public_key, 0, odd)).toBe(false);
    expect(meetsDifficulty(nonce, public_key, -0, 0)).toBe(true);
    expect(meetsDifficulty(`${nonce}0`, public_key, counter, difficulty)).toBe(false);
  });
});
