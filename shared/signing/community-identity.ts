/**
 * The key of an identity that is used in one community only, derived from the key of another identity, so that the recovery phrase of
 * that one restores both: HKDF-SHA256 without salt, whose info names the community. docs/signatures.md describes it.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8Bytes } from '../json/utf8.ts';

/** `origin`: of the community, as `originOf` (audience.ts) returns it. The caller owns the new seed. */
export const communitySeed = (seed: Uint8Array, origin: string): Uint8Array =>
  hkdf(sha256, seed, undefined, utf8Bytes(`parlor-community-identity:1\n${origin}`), 32);
