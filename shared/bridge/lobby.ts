/** Open tables of the community, and the terms of joining one. */
import { z } from 'zod';
import { controlModeSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import {
  boardRefSchema,
  capSchema,
  gainSchema,
  hex64,
  json,
  options,
  personSchema,
  problemSchema,
  time,
  trustCheckSchema,
} from './shapes.ts';

export const lobbyEntrySchema = z.object({
  post_id: z.uuid(),
  host: personSchema,
  protocol_id: hex64,
  protocol_name: z.string(),
  /** Folder of the bundled game; null for a protocol that did not come with Parlor. */
  bundled: z.string().nullable(),
  /** Its rules and finished hooks are on this computer, so that joining needs no question. */
  known: z.boolean(),
  /** As stored by the community; `game:` families are rated. */
  family: z.string().nullable(),
  host_control_mode: controlModeSchema,
  /** Untrusted text. */
  message: z.string(),
  type: z.string(),
  /** `unrated`: played without points, whatever its family. */
  tags: z.array(z.string()),
  options,
  own: z.boolean(),
  /**
   * Only for house players. `strength`: null if the game has none. `place`: position among all house players. `game`: position of
   * their game among the `games` of the house.
   */
  house: z
    .object({
      strength: z.enum(['easy', 'steady', 'sharp']).nullable(),
      place: z.int(),
      game: z.int(),
      games: z.int().positive(),
    })
    .nullable(),
  /** Addressed to this identity, so only it may join. */
  for_me: z.boolean(),
  created_at: time,
  expires_at: time,
  /** Rating points for this identity; null if its game is not rated. All 0 while the cap is reached. */
  gain: gainSchema.nullable(),
  cap: capSchema.nullable(),
  checks: z.array(trustCheckSchema).length(5),
  /** Set if points depend on this side's word: it would play by hand, and no message of the game names the winner. */
  says_result: z.literal(true).exactOptional(),
  /** Why it cannot be joined. */
  refusal: problemSchema.nullable(),
});
export type LobbyEntry = z.infer<typeof lobbyEntrySchema>;

/** The terms of a table as a window shows them. A caller may know less than all of them. */
export const shownTermsSchema = z.object({
  host_public_key: hex64,
  protocol_id: hex64,
  options,
  /** Whether its result is rated follows from it and `unrated`. */
  family: z.string().nullable(),
  unrated: z.boolean().optional(),
  for_me: z.boolean().optional(),
});
export type ShownTerms = z.infer<typeof shownTermsSchema>;

/** Everything the user agrees to by joining. */
export const offerSchema = lobbyEntrySchema.extend({
  protocol: z.object({
    name: z.string(),
    description: z.string(),
    mode: z.string(),
    family: z.string().nullable(),
    rules: json,
  }),
  control_modes: z.array(controlModeSchema),
  /** Whether hooks on this computer can play it; otherwise it can be played by hand, see `tables.by_hand`. */
  player_installed: z.boolean(),
  /** Seconds for one move in human mode; after that the table fails. */
  decision_seconds: z.int(),
  /** Seconds after which a hybrid proposal is played. */
  proposal_seconds: z.int(),
  board: boardRefSchema.extend({ files: z.int(), size_bytes: z.int() }).nullable(),
  /** Set if the game gives points and can't end in a draw. */
  no_draw: z.literal(true).exactOptional(),
  head_to_head: z.object({ won: z.int(), lost: z.int(), drawn: z.int() }),
});
export type Offer = z.infer<typeof offerSchema>;

/** Status of the list, emitted at every change; windows load the changes themselves with `list`. */
export const lobbyStatusSchema = z.object({
  /** Increases with every change, even across restarts of main. */
  seq: z.int(),
  status: z.enum(['loading', 'live', 'offline']),
  /** Whether `entries` contains all open tables: false while they are loading, and if there are too many. */
  complete: z.boolean(),
  problem: problemSchema.nullable(),
});
export type LobbyStatus = z.infer<typeof lobbyStatusSchema>;

/** The status as of its last change, and tables that were added, changed or removed, at most `lobbyPageMaxEntries`. */
export const lobbyPageSchema = lobbyStatusSchema.extend({
  /** The reader must discard its existing entries. */
  reset: z.boolean(),
  entries: z.array(lobbyEntrySchema),
  gone: z.array(z.uuid()),
  /** Whether there are more changes: call again with this `seq`. */
  more: z.boolean(),
});
export type LobbyPage = z.infer<typeof lobbyPageSchema>;

/** Maximum entries of a page: about 200 KB, and a few milliseconds of work for main and the window. */
export const lobbyPageMaxEntries = 200;

/** The list assembled from its pages. */
export interface Lobby extends Omit<LobbyStatus, 'seq'> {
  entries: readonly LobbyEntry[];
}

export const lobbyGroup = {
  calls: {
    /** Changes after `after`; without it, everything, page by page. Checks lack their evidence, which `inspect` returns. */
    list: call('both', z.object({ after: z.int().min(0).optional() }), lobbyPageSchema),
    inspect: call('both', z.object({ post_id: z.uuid() }), offerSchema),
  },
  events: { changed: lobbyStatusSchema },
} as const satisfies GroupSpec;
