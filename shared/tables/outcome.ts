/** How a table ended, including by concession and by agreement. */
import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { roleSchema, type Winner, winnerSchema } from './hooks.ts';

export const concessionCodes = ['resigned', 'decision_timeout'] as const;
export type ConcessionCode = (typeof concessionCodes)[number];

/** Which side conceded, and why: it resigned, or its time ran out. */
export const concededSchema = z.object({ by: roleSchema, code: z.enum(concessionCodes) });
export type Conceded = z.infer<typeof concededSchema>;

/** Who won, as the other side claims when it tells the end; null if it names nobody. See told-end.ts. */
export const toldEndSchema = z.object({ winner: winnerSchema.nullable() });

/** Kinds of reasons to end a table early. `silent`: for the other side, which can't say it. */
export const stopReasonSchema = z.enum([
  'left',
  'out_of_time',
  'closed',
  'code_failed',
  'refused_message',
  'unsaved',
  'silent',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** The kinds of the codes with which a side ends a table itself. */
export const stopReasons: ReadonlyMap<string, Exclude<StopReason, 'silent'>> = new Map(
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
    frame_too_large: 'refused_message',
    peer_flooded: 'refused_message',
    judge_disagrees: 'refused_message',
    commit_mismatch: 'refused_message',
    commit_copied: 'refused_message',
    data_dir_unusable: 'unsaved',
  } as const),
);

/**
 * Why the other side says it ended the table, from the detail of `peer_aborted`: `code` is its Parlor's, `reason` that of its hooks, which
 * send an error if they don't accept a message. Null if that is unknown.
 */
export function toldReasonOf({
  code,
  reason,
}: {
  [name: string]: unknown;
} = {}): Exclude<StopReason, 'silent'> | 'waited' | null {
  const told = code ?? reason;
  if (typeof told !== 'string') return null;
  if (waitedCodes.includes(told)) return 'waited';
  return stopReasons.get(told) ?? (code === undefined ? 'refused_message' : null);
}

/** The codes with which a side ends a table because it has waited long enough for the other. */
export const waitedCodes: readonly string[] = [
  'peer_stalled',
  'peer_unresponsive',
  'peer_disconnected',
  'peer_timeout',
];

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

export const drawStateSchema = z.enum([
  /** No draw can be agreed: the game has no turns or no draws, the peer does not support it, or this side is conceding. */
  'none',
  /** No move has been made yet. */
  'early',
  /** This side may offer a draw. */
  'open',
  /** This side offered a draw; the other may still accept. */
  'offered',
  /** The other side declined at this position; this side may offer again after its next move. */
  'declined',
  /** The last offer has lapsed, or was declined before, or all have been made; as `declined`, unless all have been made. */
  'spent',
  /** The other side offers a draw. */
  'asked',
  /** This side has accepted; the other has not confirmed it yet. */
  'accepted',
]);
export type DrawState = z.infer<typeof drawStateSchema>;

/** What a person says about a draw. */
export const drawActions = ['offer', 'accept', 'decline'] as const;
export type DrawAction = (typeof drawActions)[number];

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
  /** Set if both sides agreed to the draw; see draw.ts. */
  agreed?: true | undefined;
  /** Set if the other side told the end to this one, which can't judge it. */
  told?: z.infer<typeof toldEndSchema> | undefined;
}
