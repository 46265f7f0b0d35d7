/**
 * What happened to the user and was neither seen nor closed yet, apart from running tables, which windows know from `tables`.
 * Bounded: one for each person and kind, the newest of them; `unlisted` counts the rest. Kept by main, so that a reload, another window or a restart repeats nothing and misses nothing.
 */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { lobbyEntrySchema } from './lobby.ts';
import { hex64, nothing, time } from './shapes.ts';
import { tableSchema } from './tables.ts';

/** The most notices of each kind, which are about as many people. */
export const noticesMax = 20;
/** Closed notices that are remembered: more than can be on screen, and each lapses within a day. */
export const dismissedMax = 200;

/** The part of an ended table that its notice shows. */
export const endedTableSchema = tableSchema
  .pick({
    table_id: true,
    session_id: true,
    role: true,
    control_mode: true,
    phase: true,
    peer: true,
    protocol: true,
    result: true,
    problem: true,
  })
  .extend({ ended_at: time });
export type EndedTable = z.infer<typeof endedTableSchema>;

const sender = z.object({ public_key: hex64, name: z.string(), house: z.boolean() });

export const noticesSchema = z.object({
  /**
   * Tables that ended without the user's doing and whose end was not seen: those of each person by the way they ended (notices/ends.ts) and, apart from them, those that only the
   * user's agent played. `count`, `won` ... are of all of them.
   */
  ended: z
    .array(z.object({ newest: endedTableSchema, count: z.int(), won: z.int(), lost: z.int(), drawn: z.int() }))
    .max(noticesMax),
  /**
   * Open tables of others for this key only: of each person the newest challenge and the newest rematch that isn't closed, and how many
   * there are. `rematch_of`: the id of the table it repeats; else it is a challenge.
   */
  offers: z
    .array(z.object({ entry: lobbyEntrySchema, rematch_of: z.string().nullable(), count: z.int() }))
    .max(noticesMax),
  /** Answers to own challenges and rematch offers, newest first; until main restarts. */
  declined: z
    .array(
      z.object({
        post_id: z.uuid(),
        peer: sender,
        protocol_id: hex64,
        protocol_name: z.string(),
        rematch_of: z.string().nullable(),
        at: time,
      }),
    )
    .max(noticesMax),
  /** Unread messages by verified sender (null: unsigned ones), the sender with the newest message first, without those of challenges. */
  messages: z
    .array(z.object({ writer: sender.nullable(), count: z.int(), newest_id: z.int(), newest_at: time }))
    .max(noticesMax),
  /**
   * Unread messages that aren't in `messages` yet, because each may turn out to be that of a challenge: the newest of a sender. Who sees
   * them in the inbox closes their notice in advance.
   */
  waiting: z.array(z.object({ writer: hex64.nullable(), newest_id: z.int() })).max(noticesMax),
  /** How many notices that aren't closed have no room in these lists. */
  unlisted: z.int(),
  /** What the user closed; see `dismiss`. */
  dismissed: z.array(z.object({ subject: z.string(), mark: z.string() })).max(dismissedMax),
});
export type Notices = z.infer<typeof noticesSchema>;

export const emptyNotices: Notices = {
  ended: [],
  offers: [],
  declined: [],
  messages: [],
  waiting: [],
  unlisted: 0,
  dismissed: [],
};

export const noticesGroup = {
  calls: {
    list: call('both', nothing, noticesSchema),
    /** The user has seen how a table ended. `earlier`: also those of the same notice that ended before it. */
    see_ends: call('both', z.object({ table_id: z.string().max(64), earlier: z.boolean() }), nothing),
    /**
     * Closes the notice of a subject, such as an offer or a question at a table, up to `mark`: a later state of the same subject has
     * another mark, and is a new notice.
     */
    dismiss: call('both', z.object({ subject: z.string().max(128), mark: z.string().max(128) }), nothing),
  },
  events: { changed: noticesSchema },
} as const satisfies GroupSpec;
