import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { communitySeed } from './community-identity.ts';
import { publicKeyOf } from './ed25519.ts';

const vectors = storedVectors('shared/signing/vectors/community-identities.json');

test.each(vectors)('an identity for $origin', ({ seed, origin, derived_seed, derived_public_key }) => {
  const derived = communitySeed(hexToBytes(seed), origin);
  expect(bytesToHex(derived)).toBe(derived_seed);
  expect(bytesToHex(publicKeyOf(derived))).toBe(derived_public_key);
});

test('differs for each phrase and each community', () => {
  expect(new Set(vectors.map(({ derived_seed }) => derived_seed)).size).toBe(vectors.length);
});
