/** The analysis of finished games, made in the background of this computer by hooks that can judge. */
import { z } from 'zod';
import { judgedMovesMax, judgementSchema } from '../tables/analysis.ts';
import { call, type GroupSpec } from './define.ts';
import { hex64, problemSchema } from './shapes.ts';

/**
 * Whose judgement it is. `record`: the hooks that played this game here. `bundled`: the protocol comes with Parlor, and its hooks have
 * changed since the game.
 */
export const judgeSchema = z.object({ source: z.enum(['record', 'bundled']), hash: hex64, bundled: z.boolean() });
export type Judge = z.infer<typeof judgeSchema>;

export const analysisSchema = z.object({
  table_id: z.string(),
  /** `waiting`: until no game is being played. `failed`: the hooks failed, or play differently from the record. */
  state: z.enum(['none', 'running', 'waiting', 'stopped', 'done', 'failed']),
  /** Null if no hooks here can judge this game; then there is no analysis. */
  judge: judgeSchema.nullable(),
  /** Moves to judge, and how many are done; `total` is 0 until it is known. */
  done: z.int(),
  total: z.int(),
  /** About how long the rest takes, milliseconds; null unless it is running. */
  left_ms: z.int().nullable(),
  /** In the order of the moves. A move that the hooks could not judge is missing. */
  judged: z.array(judgementSchema).max(judgedMovesMax),
  problem: problemSchema.nullable(),
});
export type Analysis = z.infer<typeof analysisSchema>;

const tableRef = z.object({ table_id: z.string().max(64) });

export const analysisGroup = {
  calls: {
    /** What is known, from an earlier analysis or the running one. Rejects `not_found`. */
    get: call('both', tableRef, analysisSchema),
    /** Starts or continues the analysis of a table that has ended, and stops that of another table. */
    start: call('both', tableRef, analysisSchema),
    /** Stops it; what was judged stays. */
    stop: call('both', tableRef, analysisSchema),
  },
  events: {
    changed: analysisSchema,
  },
} as const satisfies GroupSpec;
