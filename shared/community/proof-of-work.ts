import { sha256 } from '@noble/hashes/sha2.js';
import { utf8Bytes } from '../json/utf8.ts';

/**
 * Whether the SHA-256 of nonce, public key and decimal counter, concatenated as text, begins with `difficulty` zero bytes.
 * False unless the counter is an integer from 0 to 2^53 - 1.
 */
export function meetsDifficulty(nonce: string, publicKey: string, counter: number, difficulty: number): boolean {
  if (!Number.isSafeInteger(counter) || counter < 0) return false;
  if (!Number.isInteger(difficulty) || difficulty < 0 || difficulty > 32) return false;
  // `|| 0` turns negative zero into zero.
  const digest = sha256(utf8Bytes(`${nonce}${publicKey}${counter || 0}`));
  return digest.subarray(0, difficulty).every((byte) => byte === 0);
}
