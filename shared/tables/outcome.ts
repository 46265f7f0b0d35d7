/** How a table ended, including by concession. */
import { z } from 'zod';
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
