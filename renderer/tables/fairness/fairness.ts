/** Verifies commitments (sealed hands) in this window: SHA-256 over `value:nonce`. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { committedText } from '../../../shared/tables/commitment.ts';

export type SealedRound = Table['sealed_rounds'][number];
type Hand = SealedRound['host'];

export type HandState = 'none' | 'sealed' | 'same' | 'different';

export interface CheckedHand {
  state: HandState;
  /** The hash of the opened value and nonce; null before opening. */
  computed: string | null;
}

export function checkHand({ sealed, value, nonce }: Hand): CheckedHand {
  if (sealed === null) return { state: 'none', computed: null };
  if (value === null || nonce === null) return { state: 'sealed', computed: null };
  const computed = sha256Hex(committedText(value, nonce));
  return { state: computed === sealed ? 'same' : 'different', computed };
}

export type RoundState = 'open' | 'same' | 'different';

export function checkRound(round: SealedRound): RoundState {
  const states = [checkHand(round.host).state, checkHand(round.guest).state];
  if (states.includes('different')) return 'different';
  // In some games only one side commits.
  return states.includes('same') && !states.includes('sealed') ? 'same' : 'open';
}

/** Whether the commitments belong to rounds. For other protocols, each opening that they name is shown as a round. */
export const hasRounds = (table: Pick<Table, 'protocol'>): boolean => table.protocol.mode === 'simultaneous_round';

/** The first index at which two hashes differ, or their length. */
export function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return index;
}
