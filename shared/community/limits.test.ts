import { expect, test } from 'vitest';
import { boxMaxBytes, inboxMessageMaxCharacters } from '../inbox/size.ts';
import { limits } from './limits.ts';

test('an inbox accepts the largest message that can be sealed', () => {
  expect([limits.inbox_ciphertext_bytes, limits.inbox_plaintext_characters]).toEqual([
    boxMaxBytes,
    inboxMessageMaxCharacters,
  ]);
});
