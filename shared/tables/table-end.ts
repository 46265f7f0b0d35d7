/** How an ended table ended, and why. Pure. */
import type { Table } from '../bridge/tables.ts';
import type { Problem } from '../errors.ts';
import { type Conceded, type ConcessionCode, type StopReason, toldReasonOf } from './outcome.ts';

/** Why the other side says it ended the table, by kind; its words are never shown. `waited`: for this side, in vain. */
export type PeerReason = Exclude<StopReason, 'silent'> | 'waited';

/**
 * How an ended table ended, and why: a side conceded, both agreed to a draw, the rules decided (`reason`: the hooks' sentence), or it failed. `by`: the side that
 * conceded. Every place that tells an outcome takes it from here.
 */
export type TableEnd =
  | { kind: 'conceded'; outcome: 'won' | 'lost'; by: Conceded['by']; code: ConcessionCode }
  | { kind: 'agreed'; outcome: 'drawn' }
  | { kind: 'decided'; outcome: 'won' | 'lost' | 'drawn' | 'none'; reason: string | null }
  | { kind: 'failed'; problem: Problem | null; peerReason: PeerReason | null };

export function endOf({ phase, result, problem }: Pick<Table, 'phase' | 'result' | 'problem'>): TableEnd {
  if (phase === 'failed' || !result || (result.outcome === 'none' && phase !== 'finished')) {
    const peerReason = problem?.code === 'peer_aborted' ? toldReasonOf(problem.detail) : null;
    return { kind: 'failed', problem, peerReason };
  }
  const { outcome, conceded, agreed, reason } = result;
  if (conceded && (outcome === 'won' || outcome === 'lost')) return { kind: 'conceded', outcome, ...conceded };
  if (agreed && outcome === 'drawn') return { kind: 'agreed', outcome };
  return { kind: 'decided', outcome, reason };
}
