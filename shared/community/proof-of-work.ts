/** The work a key must show before it may register. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8Bytes } from '../json/utf8.ts';

/**
 * Whether SHA-256 of nonce, public key and counter (texts glued together, the counter in decimal) begins with `difficulty`
 * zero bytes. False for a counter that is not a whole number from 0 to 2^53 - 1.
 */
export function meetsDifficulty(nonce: string, publicKey: string, counter: number, difficulty: number): boolean {
  if (!Number.isSafeInteger(counter) || counter < 0) return false;
  if (!Number.isInteger(difficulty) || difficulty < 0 || difficulty > 32) return false;
  // `|| 0`: negative zero passes for zero, and is written so.
  const digest = sha256(utf8Bytes(`${nonce}${publicKey}${counter || 0}`));
  return digest.subarray(0, difficulty).every((byte) => byte === 0);
}
