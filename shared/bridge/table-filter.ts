/** Which tables a list shows. */
import { z } from 'zod';
import { hex64, time } from './shapes.ts';

/** How a table ended for this side. Conversations have no winner, and so no end. */
export const tableEnds = ['won', 'lost', 'drawn', 'unfinished'] as const;
export type TableEndName = (typeof tableEnds)[number];

/** Omitted members match all. */
export const tableFilterSchema = z.object({
  /** Nicknames and games that contain it, and ids and keys that start with it. */
  text: z.string().max(200).optional(),
  end: z.enum(tableEnds).optional(),
  /** The other side's key. */
  public_key: hex64.optional(),
  protocol_id: hex64.optional(),
  /** The invitation from which it began. */
  post_id: z.uuid().optional(),
  /** Only what counts as a played game (shared/tables/is-game.ts). */
  played: z.literal(true).optional(),
  /** Tables that ended at this time or later; those in progress started then. */
  since: time.optional(),
  /** Tables that ended before this time. */
  until: time.optional(),
});
export type TableFilter = z.infer<typeof tableFilterSchema>;
