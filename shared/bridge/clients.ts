/**
 * Programs that play as this identity's agent over MCP: what the person allows each of them, and whose texts they may read.
 * Every call that acts for a client carries its id, and the owner checks its permissions and limits.
 */
import { z } from 'zod';
import { clientRefSchema, reasonMaxCharacters } from '../tables/client.ts';
import { answerValueSchema, controlModeSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import { hostedTableSchema } from './hosting.ts';
import { inboxMessageSchema, sentInboxMessageSchema } from './inbox.ts';
import { shownTermsSchema } from './lobby.ts';
import { hex64, nothing, options, time } from './shapes.ts';

export const permissionsSchema = z.object({
  play_unrated: z.boolean(),
  play_rated: z.boolean(),
  host: z.boolean(),
  read_messages: z.boolean(),
  send_messages: z.boolean(),
  /** Maximum number of its tables and open invitations. */
  tables_at_once: z.int().min(1).max(16),
  /** Maximum number of tables that it joins or hosts within 60 minutes. */
  games_per_hour: z.int().min(1).max(120),
});
export type Permissions = z.infer<typeof permissionsSchema>;

export const clientSchema = clientRefSchema.extend({
  /** Null until the person has decided. A client that was refused or revoked has permissions that allow nothing. */
  permissions: permissionsSchema.nullable(),
  first_seen_at: time,
  last_seen_at: time,
  connected: z.boolean(),
  /** The tables that it is playing now. */
  tables: z.array(z.string()),
});
export type McpClient = z.infer<typeof clientSchema>;

/** Whose texts all clients may read: those of released protocols, and those written by released people. */
export const releasesSchema = z.object({ protocols: z.array(hex64), people: z.array(hex64) });
export type Releases = z.infer<typeof releasesSchema>;

export const clientsStateSchema = z.object({ clients: z.array(clientSchema), releases: releasesSchema });
export type ClientsState = z.infer<typeof clientsStateSchema>;

const clientId = clientRefSchema.shape.client_id;
const clientOnly = z.object({ client_id: clientId });
const seatRef = clientOnly.extend({ table_id: z.string().max(64) });

export const clientsGroup = {
  calls: {
    /** The most recently seen client first. */
    list: call('both', nothing, clientsStateSchema),
    /** Decides what a client may do, from now on and at its running tables. Rejects `not_found`. */
    allow: call('both', clientOnly.extend({ permissions: permissionsSchema }), nothing),
    /** Withdraws all permissions: its seats go back to the hooks or the person, and its later calls are refused. */
    revoke: call('both', clientOnly, nothing),
    /** Revokes a client and removes it from the list; when it connects again, it is a new client. */
    forget: call('both', clientOnly, nothing),
    /** Releases the texts of a protocol or a person, or withdraws the release. */
    release: call(
      'both',
      z.object({ protocol_id: hex64.optional(), public_key: hex64.optional(), released: z.boolean() }),
      nothing,
    ),
    /**
     * Announces a client, which counts as connected until the caller disconnects. `allow`: permissions from its command line. They
     * apply at first contact and whenever they differ from those given before, so that they don't undo a revocation.
     */
    connect: call(
      'terminal',
      z.object({ name: z.string().max(1024), allow: permissionsSchema.optional() }),
      clientSchema,
    ),
    /** As `tables.join`, with the client as this side's agent. Rejects `forbidden`, `rate_limited` and `invitation_mismatch`. */
    join: call(
      'terminal',
      clientOnly.extend({
        post_id: z.uuid(),
        control_mode: controlModeSchema.exclude(['human']),
        /** What the client was shown; else what the community says now. */
        shown: shownTermsSchema.optional(),
      }),
      z.object({ table_id: z.string() }),
    ),
    /** As `tables.host`, with the client as this side's agent. Rejects `forbidden` and `rate_limited`. */
    host: call(
      'terminal',
      clientOnly.extend({
        protocol: z.string().min(1).max(128),
        options: options.optional(),
        visibility: z.enum(['listed', 'unlisted']).optional(),
        unrated: z.boolean().optional(),
        control_mode: controlModeSchema.exclude(['human']),
      }),
      hostedTableSchema,
    ),
    /**
     * Answers an open question of a table that the client plays. The answer is played at once or, in hybrid mode, proposed first. Rejects
     * `forbidden`, `decision_finalized`, `decision_not_open` and `decision_invalid`.
     */
    answer: call(
      'terminal',
      seatRef.extend({
        key: z.string().max(64),
        value: answerValueSchema,
        reason: z.string().max(reasonMaxCharacters).optional(),
      }),
      z.object({ status: z.enum(['played', 'proposed']) }),
    ),
    /** As `tables.resign`, at a table that the client plays. */
    resign: call('terminal', seatRef, nothing),
    /** As `tables.leave`, at a table that the client plays. */
    leave: call('terminal', seatRef, nothing),
    /** As `inbox.read`. */
    read_message: call('terminal', clientOnly.extend({ id: inboxMessageSchema.shape.id }), inboxMessageSchema),
    /** As `inbox.send`, signed. */
    send_message: call(
      'terminal',
      clientOnly.extend({ to: hex64, text: z.string().min(1).max(10_000) }),
      sentInboxMessageSchema,
    ),
  },
  events: { changed: clientsStateSchema },
} as const satisfies GroupSpec;
