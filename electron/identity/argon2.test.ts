import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { deriveArgon2id, nativeArgon2id, referenceArgon2id } from './argon2.ts';
import { readPublishedVectors } from './testing/vectors.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('native and reference implementations agree', async () => {
  // Requires a runtime with the native function; otherwise the reference would be compared with itself.
  expect(nativeArgon2id).not.toBeNull();
  for (let round = 0; round < 12; round += 1) {
    const secret = crypto.getRandomValues(new Uint8Array(round * 7));
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const lanes = 1 + (round % 4);
    const cost = { memory_kib: 8 * lanes + round * 5, passes: 1 + (round % 3), lanes };
    const expected = await referenceArgon2id(secret, salt, cost);
    expect(await nativeArgon2id!(secret, salt, cost)).toEqual(expected);
    expect(await deriveArgon2id(secret, salt, cost)).toEqual(expected);
  }
});

test.runIf(isLongRun)('native and reference implementations agree at the cost of identity files', async () => {
  const cost = { memory_kib: 65_536, passes: 3, lanes: 1 };
  const salt = hexToBytes('000102030405060708090a0b0c0d0e0f');
  const expected = await referenceArgon2id(bytes('correct horse'), salt, cost);
  expect(expected.length).toBe(32);
  expect(await deriveArgon2id(bytes('correct horse'), salt, cost)).toEqual(expected);
});

const vectors = readPublishedVectors<
  { construct: string; passwd: string; salt: string; pwhash: string; dgst_len: number; iters: number; maxmem: number }[]
>('argon2-scrypt/raw_argon2id_hashes.json');

describe.skipIf(vectors === null)('published test vectors', () => {
  // The reference takes a second for 64 MiB; larger ones use the native function, checked against it above.
  test.each([
    ['reference', referenceArgon2id, isLongRun ? 32_768 : 16_384],
    ['native', nativeArgon2id!, isLongRun ? 1_048_576 : 65_536],
  ] as const)('match the %s implementation', async (_, derive, maxMemoryKib) => {
    const selected = vectors!.filter((vector) => vector.maxmem <= maxMemoryKib);
    expect(selected).not.toEqual([]);
    for (const vector of selected) {
      expect(vector.construct).toBe('argon2id');
      const cost = { memory_kib: vector.maxmem, passes: vector.iters, lanes: 1 };
      const hash = await derive(bytes(vector.passwd), bytes(vector.salt), cost, vector.dgst_len);
      expect(Buffer.from(hash).toString('hex')).toBe(vector.pwhash);
    }
  });
});
