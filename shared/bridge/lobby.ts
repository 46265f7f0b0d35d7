/** Open tables of others, and what one agrees to by joining. */
import { z } from 'zod';
import { controlModeSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import {
  boardSourceSchema,
  capSchema,
  gainSchema,
  hex64,
  json,
  nothing,
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
  /** As the community keeps it; `game:` families are rated. */
  family: z.string().nullable(),
  host_control_mode: controlModeSchema,
  /** Words of a stranger. */
  message: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  options,
  own: z.boolean(),
  /** Only this identity may sit down there. */
  for_me: z.boolean(),
  created_at: time,
  expires_at: time,
  /** Points for me now; null where the protocol is not rated. All 0 while the cap holds. */
  gain: gainSchema.nullable(),
  cap: capSchema.nullable(),
  checks: z.array(trustCheckSchema).length(5),
  /** Why Join is not offered. */
  refusal: problemSchema.nullable(),
});
export type LobbyEntry = z.infer<typeof lobbyEntrySchema>;

/** Everything a person agrees to by joining. */
export const offerSchema = lobbyEntrySchema.extend({
  protocol: z.object({
    name: z.string(),
    description: z.string(),
    mode: z.string(),
    family: z.string().nullable(),
    rules: json,
  }),
  control_modes: z.array(controlModeSchema),
  /** Seconds for one move in human mode; then the table ends failed. */
  decision_seconds: z.int(),
  /** Seconds after which a hybrid proposal is played. */
  proposal_seconds: z.int(),
  board: z
    .object({
      source: boardSourceSchema,
      manifest_hash: hex64,
      author: z.string(),
      files: z.int(),
      size_bytes: z.int(),
    })
    .nullable(),
  head_to_head: z.object({ won: z.int(), lost: z.int(), drawn: z.int() }),
});
export type Offer = z.infer<typeof offerSchema>;

export const lobbySchema = z.object({
  entries: z.array(lobbyEntrySchema),
  status: z.enum(['loading', 'live', 'offline']),
  problem: problemSchema.nullable(),
});
export type Lobby = z.infer<typeof lobbySchema>;

export const lobbyGroup = {
  calls: {
    list: call('both', nothing, lobbySchema),
    inspect: call('both', z.object({ post_id: z.uuid() }), offerSchema),
  },
  events: { changed: lobbySchema },
} as const satisfies GroupSpec;
