/** Play: joins an opponent's open table with one press, and goes on to the next if the seat is gone. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { playScopes } from './play-scopes.ts';
import { hex64, nothing, problemSchema } from './shapes.ts';

export const playWishSchema = z.object({
  scope: z.enum(playScopes),
  /** The game to prefer: the one chosen, or else played last. */
  protocol_id: hex64.nullable(),
  /** Strength of the house player to sit down with. */
  strength: z.enum(['easy', 'steady', 'sharp']),
  /** Only house players, and only at this strength. */
  only_house: z.boolean(),
});
export type PlayWish = z.infer<typeof playWishSchema>;

/** A seat that was gone, or whose host could not be reached. */
export const missedSeatSchema = z.object({
  post_id: z.uuid(),
  /** Untrusted text. */
  nickname: z.string(),
  problem: problemSchema,
});
export type MissedSeat = z.infer<typeof missedSeatSchema>;

/** Seats that a state tells of. */
export const missedMax = 20;

export const playStateSchema = z.object({
  /** The table that is being joined, or has just begun; null while an open seat is looked for. */
  table_id: z.string().nullable(),
  /** The latest ones, in the order they were tried. */
  missed: z.array(missedSeatSchema).max(missedMax),
});
export type PlayState = z.infer<typeof playStateSchema>;

export const playGroup = {
  calls: {
    /** Null if nothing is being looked for or has just begun. */
    state: call('both', z.object({}), playStateSchema.nullable()),
    /**
     * Resolves once a table is being joined: exactly one of the two is set. `post_id`: a table whose joining needs a question answered,
     * which the caller shows instead. A call while another runs, or before the user's first move in the game that it began, resolves
     * with the same table. Rejects `invitation_gone` if no seat is open, and `cancelled` after `stop`.
     */
    start: call('both', playWishSchema, z.object({ table_id: z.string().nullable(), post_id: z.uuid().nullable() })),
    /** Stops looking and joining. A game that has begun goes on. */
    stop: call('both', z.object({}), nothing),
  },
  events: { changed: z.object({ play: playStateSchema.nullable() }) },
} as const satisfies GroupSpec;
