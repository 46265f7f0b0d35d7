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

  test('accepts any safe integer from 0 as counter at difficulty 0, and rejects invalid counters and difficulties', () => {
    const { nonce, public_key, counter, difficulty } = vectors[0]!;
    expect(meetsDifficulty(nonce, public_key, 0, 0)).toBe(true);
    for (const invalid of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(meetsDifficulty(nonce, public_key, invalid, 0)).toBe(false);
    for (const invalid of [-1, 0.5, 33, Number.NaN]) expect(meetsDifficulty(nonce, public_key, 0, invalid)).toBe(false);
    expect(meetsDifficulty(nonce, public_key, -0, 0)).toBe(true);
    expect(meetsDifficulty(`${nonce}0`, public_key, counter, difficulty)).toBe(false);
  });
});
