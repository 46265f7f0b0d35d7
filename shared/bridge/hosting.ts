/** Terms on which this side plays, and its invitations. */
import { z } from 'zod';
import { clientRefSchema } from '../tables/client.ts';
import { controlModeSchema } from '../tables/hooks.ts';
import { unseatedReasons } from '../tables/refusals.ts';
import { boardRefSchema, hex64, options, problemSchema, time } from './shapes.ts';

/** How a side plays; omitted members default to the specification's values. */
export const playSettingsSchema = z.object({
  /** Milliseconds that an agent's own answer waits before it is played. */
  pace_ms: z.int().min(0).max(3_600_000).optional(),
  /** Milliseconds; an interval of 0 disables it. */
  heartbeat: z.object({ interval_ms: z.int().min(0), timeout_ms: z.int().min(0) }).optional(),
  /** At the host's wish, neither side chooses moves ahead. A guest's own wish has no effect. */
  no_premoves: z.boolean().optional(),
  /** At the host's wish, neither side reports who won, so that nobody gets points. A guest's own wish has no effect. */
  unrated: z.boolean().optional(),
  /** Extra input for the hooks; only for protocols with manual decisions. */
  extra_args: z.array(z.string().max(4096)).max(64).optional(),
});

export const postRef = z.object({ post_id: z.uuid() });

export const seatSettingsSchema = playSettingsSchema.extend({
  control_mode: controlModeSchema,
  /** For testing: play with unfinished hooks. */
  allow_skeleton: z.boolean().optional(),
});
export type SeatSettings = z.infer<typeof seatSettingsSchema>;

/** The terms of an invitation; omitted members default to the community's values. */
export const invitationTermsSchema = seatSettingsSchema.extend({
  options: options.optional(),
  /** Shown in the lobby. */
  message: z.string().max(500).optional(),
  /** Offer the board to guests that have none. */
  share_ui: z.boolean().optional(),
  /** Unlisted invitations are found by id only. */
  visibility: z.enum(['listed', 'unlisted']).optional(),
  /** Only this key may join. */
  for_public_key: hex64.optional(),
  /** How long the invitation is renewed, milliseconds; 0 for never, without limit if omitted. */
  renew_ms: z.int().min(0).optional(),
});
export type InvitationTerms = z.infer<typeof invitationTermsSchema>;

/** An own invitation that is waiting for a guest. */
export const hostedTableSchema = postRef.extend({
  /** Its ids before this computer's addresses changed, under which it is no longer found. */
  earlier_post_ids: z.array(z.uuid()),
  protocol_id: hex64,
  protocol_name: z.string(),
  /** As in its invitation; decides whether it is rated, unless it is `unrated`. */
  family: z.string().nullable(),
  control_mode: controlModeSchema,
  options,
  message: z.string(),
  /** Played without points, whatever its family. */
  unrated: z.boolean(),
  visibility: z.enum(['listed', 'unlisted']),
  for_public_key: hex64.nullable(),
  posted_at: time,
  /** The person that it is for is about to sit down. */
  arriving: z.boolean().optional(),
  /** The last guest who could not be seated: why, and the nickname of the key that it gave, if known. Nothing of it is proven. */
  unseated: z.object({ reason: z.enum(unseatedReasons), nickname: z.string().nullable() }).optional(),
  /** Why the person that it is for gets no message of it. */
  unsent: problemSchema.optional(),
  /** Extended by every renewal. */
  expires_at: time,
  /** When renewals end; null if it is renewed until withdrawn. */
  renewed_until: time.nullable(),
  /** Id of the table whose rematch it offers. */
  rematch_of: z.string().nullable(),
  /** The client that hosts it and will play it. */
  client: clientRefSchema.nullable(),
});
export type HostedTable = z.infer<typeof hostedTableSchema>;

/** A protocol on this computer, with everything the form for a new table needs. */
export const hostableProtocolSchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  /** Untrusted text by its author. */
  description: z.string(),
  type: z.string(),
  mode: z.string(),
  /** As its spec declares it, with the prefix of games; decides whether it is rated. */
  family: z.string().nullable(),
  source: z.enum(['bundled', 'cached']),
  /** The spec's definitions by name. */
  parameters: options,
  control_modes: z.array(controlModeSchema),
  /** Seconds for one move in human mode. */
  decision_seconds: z.int(),
  /** Whether its hooks accept `extra_args`. */
  takes_extra_args: z.boolean(),
  board: boardRefSchema.nullable(),
  /** Why it cannot be hosted on this computer. */
  refusal: problemSchema.nullable(),
});
export type HostableProtocol = z.infer<typeof hostableProtocolSchema>;
