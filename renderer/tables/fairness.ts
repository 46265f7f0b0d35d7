/** Sealed hands, computed again in this window: SHA-256 over `value:nonce`. */
import type { Table } from '../../shared/bridge/contract.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';

export type SealedRound = Table['sealed_rounds'][number];
type Hand = SealedRound['host'];

export type HandState = 'none' | 'sealed' | 'same' | 'different';

export interface CheckedHand {
  state: HandState;
  /** What the opened value and nonce hash to here; null while not opened. */
  computed: string | null;
}

export const sealText = (value: string, nonce: string): string => `${value}:${nonce}`;
export const sealHash = (text: string): string => sha256Hex(text);

export function checkHand({ sealed, value, nonce }: Hand): CheckedHand {
  if (sealed === null) return { state: 'none', computed: null };
  if (value === null || nonce === null) return { state: 'sealed', computed: null };
  const computed = sealHash(sealText(value, nonce));
  return { state: computed === sealed ? 'same' : 'different', computed };
}

export type RoundState = 'open' | 'same' | 'different';

export function checkRound(round: SealedRound): RoundState {
  const states = [checkHand(round.host).state, checkHand(round.guest).state];
  if (states.includes('different')) return 'different';
  return states.every((state) => state === 'same') ? 'same' : 'open';
}

/** Where two hashes part, or their length where they don't. */
export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}
