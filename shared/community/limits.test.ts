import { expect, test } from 'vitest';
import { boxMaxBytes, letterMaxCharacters } from '../inbox/size.ts';
import { limits } from './limits.ts';

test('an inbox takes the largest letter that can be sealed', () => {
  expect([limits.inbox_ciphertext_bytes, limits.inbox_plaintext_characters]).toEqual([
    boxMaxBytes,
    letterMaxCharacters,
  ]);
});
