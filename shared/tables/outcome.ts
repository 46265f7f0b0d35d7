/** How a table ended, including by concession. */
import { z } from 'zod';
import type { Table } from '../bridge/tables.ts';
import type { Problem } from '../errors.ts';
import { roleSchema, type Winner } from './hooks.ts';

export const concessionCodes = ['resigned', 'decision_timeout'] as const;
export type ConcessionCode = (typeof concessionCodes)[number];

/** Which side conceded, and why: it resigned, or its time ran out. */
export const concededSchema = z.object({ by: roleSchema, code: z.enum(concessionCodes) });
export type Conceded = z.infer<typeof concededSchema>;

export const concessionStateSchema = z.enum([
  /** Leaving ends the table unfinished: it has no winner, or the peer does not support concessions. */
  'none',
  /** Leaving ends the table unfinished, since no move has been made. */
  'early',
  /** Leaving gives the win to the other side. */
  'open',
  /** This side has conceded; the other side has not confirmed it yet. */
  'said',
]);
export type ConcessionState = z.infer<typeof concessionStateSchema>;

/** How a table ended. Only a completed one closes as `closed` and may report its winner. */
export interface Outcome {
  completed: boolean;
  winner: Winner | null;
  /** One sentence from the hooks. */
  reason: string | null;
  /** Why it was not completed. */
  problem: Problem | null;
  /** Set if the other side won by concession. */
  conceded?: Conceded | undefined;
}

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
