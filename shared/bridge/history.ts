/** What the tables of this identity add up to, by game; all from its own records. */
import { z } from 'zod';
import { moveSchema } from '../tables/moves.ts';
import { call, type GroupSpec } from './define.ts';
import { next, pageArgs, pageMaxEntries } from './pages.ts';
import { hex64, time } from './shapes.ts';
import { tableEnds } from './table-filter.ts';
import { openingMax } from './tables.ts';

/** How many tables ended in which way. Conversations count in none of them. */
export const tallySchema = z.object({ won: z.int(), lost: z.int(), drawn: z.int(), unfinished: z.int() });
export type Tally = z.infer<typeof tallySchema>;

export const playedGameSchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  /** Tables that have ended, conversations included. */
  tables: z.int(),
  tally: tallySchema,
});
export type PlayedGame = z.infer<typeof playedGameSchema>;

/** The most entries of each list; the rest is one sum. */
export const historyMax = { ratings: 300, openings: 20, opponents: 50 };

export const gameHistorySchema = z.object({
  game: playedGameSchema,
  /** The longest runs of games won and lost. Unfinished games neither continue nor end a run. */
  longest: z.object({ won: z.int(), lost: z.int() }),
  /** The run that the latest game belongs to; null before the first decided game. */
  current: z.object({ end: z.enum(tableEnds).exclude(['unfinished']), count: z.int() }).nullable(),
  /** After the latest games that counted for the rating, oldest first. */
  ratings: z
    .array(z.object({ table_id: z.string(), at: time, delta: z.int(), after: z.int() }))
    .max(historyMax.ratings),
  /** The most frequent first moves. `by_me`: whether this side made the move. */
  openings: z
    .array(
      z.object({
        moves: z.array(z.object({ by_me: z.boolean(), text: moveSchema.shape.text })).max(openingMax),
        tally: tallySchema,
      }),
    )
    .max(historyMax.openings),
  /** Games with other first moves, or with fewer. */
  other_openings: tallySchema,
  /** The most frequent opponents, by their latest name. */
  opponents: z
    .array(z.object({ public_key: hex64, nickname: z.string(), tally: tallySchema }))
    .max(historyMax.opponents),
  other_opponents: tallySchema.extend({ count: z.int() }),
});
export type GameHistory = z.infer<typeof gameHistorySchema>;

export const historyGroup = {
  calls: {
    /** The games of tables that have ended, most played first, in pages. */
    games: call('both', pageArgs, z.object({ games: z.array(playedGameSchema).max(pageMaxEntries), next })),
    /** One of them. `depth`: how many first moves tell openings apart. Rejects `not_found` before the first table. */
    game: call(
      'both',
      z.object({ protocol_id: hex64, depth: z.int().min(1).max(openingMax).optional() }),
      gameHistorySchema,
    ),
  },
  events: {},
} as const satisfies GroupSpec;
