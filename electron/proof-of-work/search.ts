/**
 * The search for a proof-of-work counter: SHA-256 of `nonce + public_key + counter`. Every hit is verified by the shared rule before
 * it is used.
 */

import { type CounterSearch, createPrefix, searchScalar } from './scalar-search.ts';
import { hasSimd, searchSimd } from './simd-search.ts';

/** `difficulty` is the required number of leading zero bytes, 0 to 4. */
export function createSearch(nonce: string, publicKey: string, difficulty: number): CounterSearch {
  const prefix = createPrefix(nonce, publicKey, difficulty);
  return hasSimd() ? searchSimd(prefix) : searchScalar(prefix);
}
