/** How an ended table ended, and why. Pure. */
import type { Table } from '../bridge/tables.ts';
import type { Problem } from '../errors.ts';
import type { Conceded, ConcessionCode } from './outcome.ts';

/** Why the other side says it ended the table, by kind; its words are never shown. */
export type PeerReason = 'left' | 'out_of_time' | 'closed' | 'code_failed' | 'refused_message' | 'unsaved';

const peerReasons = new Map<string, PeerReason>(
  Object.entries({
    resigned: 'left',
    cancelled: 'left',
    decision_timeout: 'out_of_time',
    interrupted: 'closed',
    hook_failed: 'code_failed',
    hook_timeout: 'code_failed',
    decision_invalid: 'code_failed',
    message_invalid: 'refused_message',
    frame_invalid: 'refused_message',
    out_of_turn: 'refused_message',
    judge_disagrees: 'refused_message',
    commit_mismatch: 'refused_message',
    commit_copied: 'refused_message',
    data_dir_unusable: 'unsaved',
  } as const),
);

/**
 * How an ended table ended, and why: a side conceded, the rules decided (`reason`: the hooks' sentence), or it failed. `by`: the side that
 * conceded. Every place that tells an outcome takes it from here.
 */
export type TableEnd =
  | { kind: 'conceded'; outcome: 'won' | 'lost'; by: Conceded['by']; code: ConcessionCode }
  | { kind: 'decided'; outcome: 'won' | 'lost' | 'drawn' | 'none'; reason: string | null }
  | { kind: 'failed'; problem: Problem | null; peerReason: PeerReason | null };

export function endOf({ phase, result, problem }: Pick<Table, 'phase' | 'result' | 'problem'>): TableEnd {
  if (phase === 'failed' || !result || (result.outcome === 'none' && phase !== 'finished')) {
    const code = problem?.code === 'peer_aborted' ? (problem.detail?.code ?? problem.detail?.reason) : null;
    return { kind: 'failed', problem, peerReason: (typeof code === 'string' && peerReasons.get(code)) || null };
  }
  const { outcome, conceded, reason } = result;
  if (conceded && (outcome === 'won' || outcome === 'lost')) return { kind: 'conceded', outcome, ...conceded };
  return { kind: 'decided', outcome, reason };
}
