/** Tables of this side, from the first step of joining to the settled result. */
import { z } from 'zod';
import { answerValueSchema, askSchema, controlModeSchema, roleSchema, winnerSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import {
  boardSourceSchema,
  capSchema,
  hex64,
  json,
  nothing,
  options,
  personSchema,
  problemSchema,
  time,
  trustCheckSchema,
} from './shapes.ts';

/** The specification's eight steps of joining, in order. */
export const joinStepIds = [
  'invitation',
  'not_own',
  'terms',
  'binding',
  'protocol',
  'connect',
  'handshake',
  'lifecycle',
] as const;
export const joinStepSchema = z.object({
  id: z.enum(joinStepIds),
  state: z.enum(['to_come', 'now', 'done', 'failed']),
  started_at: time.nullable(),
  deadline_at: time.nullable(),
});

export const openAskSchema = askSchema.extend({
  asked_at: time,
  /** Hybrid only: what the agent would play, and when it plays by itself (null while held). */
  proposal: answerValueSchema.nullable(),
  plays_at: time.nullable(),
  held: z.boolean(),
  /** When the table ends failed for want of an answer; null where only the agent is asked, and in a talk. */
  deadline_at: time.nullable(),
});
export type OpenAsk = z.infer<typeof openAskSchema>;

export const moveOriginSchema = z.enum(['you', 'override', 'accepted', 'agent', 'timeout']);

export const moveSchema = z.object({
  number: z.int(),
  by: roleSchema,
  /** Short words of the move, from the choice's label or the message's business fields. */
  text: z.string(),
  at: time,
  /** Own moves only: you chose, you overrode, you accepted, agent alone, time ran out. */
  origin: moveOriginSchema.nullable(),
});

/** Words one side said to the other. Data of a person or a stranger: shown as text, never run, never joined into a prompt. */
export const saidSchema = z.object({
  /** From 1, of both sides together. */
  number: z.int(),
  by: roleSchema,
  text: z.string(),
  at: time,
  /** Own words only, as for a move. */
  origin: moveOriginSchema.nullable(),
});

export const sealedRoundSchema = z.object({
  round: z.int(),
  host: z.object({
    sealed: hex64.nullable(),
    sealed_at: time.nullable(),
    value: z.string().nullable(),
    nonce: z.string().nullable(),
  }),
  guest: z.object({
    sealed: hex64.nullable(),
    sealed_at: time.nullable(),
    value: z.string().nullable(),
    nonce: z.string().nullable(),
  }),
});

export const ratingChangeSchema = z.object({ before: z.int(), after: z.int(), delta: z.int() });

export const resultSchema = z.object({
  winner: winnerSchema.nullable(),
  outcome: z.enum(['won', 'lost', 'drawn', 'none']),
  reason: z.string().nullable(),
  /** unrated: no result is reported. queued: waiting for the community. The rest are the community's states. */
  state: z.enum(['unrated', 'queued', 'pending', 'settled', 'disputed', 'capped']),
  reports: z.object({
    mine: winnerSchema.nullable(),
    mine_at: time.nullable(),
    theirs: winnerSchema.nullable(),
    theirs_at: time.nullable(),
  }),
  rating: z
    .object({ applied: z.boolean(), reason: z.string(), mine: ratingChangeSchema, theirs: ratingChangeSchema })
    .nullable(),
  cap: capSchema.nullable(),
});

/** How a seat is played; what is left out is as the specification's flags have it. */
const settingsSchema = z.object({
  /** Milliseconds an agent's own answer waits before it is played. */
  pace_ms: z.int().min(0).max(3_600_000).optional(),
  /** Milliseconds; interval 0 turns it off. */
  heartbeat: z.object({ interval_ms: z.int().min(0), timeout_ms: z.int().min(0) }).optional(),
  /** Words for the hooks, taken only by protocols whose decisions are manual. */
  extra_args: z.array(z.string().max(4096)).max(64).optional(),
});

export const tableSchema = z.object({
  table_id: z.string(),
  post_id: z.uuid(),
  session_id: hex64.nullable(),
  role: roleSchema,
  control_mode: controlModeSchema,
  phase: z.enum(['joining', 'playing', 'finished', 'failed']),
  me: personSchema,
  peer: personSchema,
  peer_control_mode: controlModeSchema,
  protocol: z.object({ protocol_id: hex64, name: z.string(), mode: z.string(), family: z.string().nullable() }),
  options,
  /** The hooks this seat plays with, once it plays. By hand: the person decides everything and no code checks the peer. */
  hooks: z.object({ hash: hex64, by_hand: z.boolean() }).nullable(),
  steps: z.array(joinStepSchema),
  checks: z.array(trustCheckSchema),
  /** Rises with every change of this snapshot's game part. */
  seq: z.int(),
  /** What the hooks let a board see. */
  view: json,
  ask: openAskSchema.nullable(),
  moves: z.array(moveSchema),
  /** The newest words, oldest first; all of them are in the record. */
  talk: z.array(saidSchema),
  sealed_rounds: z.array(sealedRoundSchema),
  connection: z.object({
    kind: z.enum(['direct', 'relay', 'none']),
    rtt_ms: z.number().nullable(),
    /** Set while the peer is silent beyond the heartbeat timeout. */
    quiet_since: time.nullable(),
    /** Set with it: when the seat is given up and the table fails. `kind` tells silence from a lost connection (`none`). */
    gives_up_at: time.nullable(),
  }),
  board: z.object({ source: boardSourceSchema, manifest_hash: hex64, author: z.string() }).nullable(),
  result: resultSchema.nullable(),
  record: z.object({ frames: z.int(), head: hex64.nullable() }),
  problem: problemSchema.nullable(),
  started_at: time,
  ended_at: time.nullable(),
  /** With what this seat was taken: a rematch is played with the same. */
  settings: settingsSchema,
  /** The table that this one is the rematch of. */
  rematch_of: z.string().nullable(),
  /** What was said once it was over. */
  afterwards: z.object({
    /** This side's score for the other, 1 to 5. */
    score: z.int().nullable(),
    /** It said what the answer was worth. */
    noted: z.boolean(),
    /** It wants to hear of no rematch. */
    declined: z.boolean(),
    /** The other side wants none. */
    refused: z.boolean(),
  }),
});
export type Table = z.infer<typeof tableSchema>;

const tableRef = z.object({ table_id: z.string().max(64) });
const postRef = z.object({ post_id: z.uuid() });

const playSchema = settingsSchema.extend({
  control_mode: controlModeSchema,
  /** For testing: play with hooks that are not finished. */
  allow_skeleton: z.boolean().optional(),
});
export type Play = z.infer<typeof playSchema>;

/** How an invitation is made; what is left out is as the community's defaults have it. */
export const inviteSchema = playSchema.extend({
  options: options.optional(),
  /** Shown in the lobby. */
  message: z.string().max(500).optional(),
  /** Give this board to a guest that has none and takes it. */
  share_ui: z.boolean().optional(),
  /** Unlisted ones are found by their id only. */
  visibility: z.enum(['listed', 'unlisted']).optional(),
  /** Only this key may join. */
  for_public_key: hex64.optional(),
  /** How long the invitation is renewed, milliseconds; 0 never, for ever where left out. */
  renew_ms: z.int().min(0).optional(),
});
export type Invite = z.infer<typeof inviteSchema>;

/** An invitation of one's own that waits for its guest. */
export const hostedSchema = postRef.extend({
  /** Ids under which it waited before the addresses of this computer changed; nobody finds it by them any more. */
  earlier_post_ids: z.array(z.uuid()),
  protocol_id: hex64,
  protocol_name: z.string(),
  control_mode: controlModeSchema,
  options,
  message: z.string(),
  visibility: z.enum(['listed', 'unlisted']),
  for_public_key: hex64.nullable(),
  posted_at: time,
  /** Moves on with every renewal; the invitation is gone then. */
  expires_at: time,
  /** When it is renewed for the last time; null where it waits until it is withdrawn. */
  renewed_until: time.nullable(),
  /** The table that it asks another one for. */
  rematch_of: z.string().nullable(),
});
export type HostedTable = z.infer<typeof hostedSchema>;

/** A protocol of this computer, with what the form for a new table needs. */
export const hostableSchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  /** Words of its author. */
  description: z.string(),
  type: z.string(),
  mode: z.string(),
  family: z.string().nullable(),
  source: z.enum(['bundled', 'cached']),
  /** As the spec has them: a definition for each name. */
  parameters: options,
  control_modes: z.array(controlModeSchema),
  /** Seconds for one move in human mode. */
  decision_seconds: z.int(),
  /** Whether its hooks take words of the person who sits down. */
  takes_extra_args: z.boolean(),
  board: z.object({ source: boardSourceSchema, manifest_hash: hex64, author: z.string() }).nullable(),
  /** Why no table of it can be hosted here. */
  refusal: problemSchema.nullable(),
});
export type HostableProtocol = z.infer<typeof hostableSchema>;

export const tablesGroup = {
  calls: {
    /** Newest first. */
    list: call('both', nothing, z.object({ tables: z.array(tableSchema) })),
    /** Where nothing is said of boards, the settings decide. */
    join: call(
      'both',
      postRef.extend(playSchema.shape).extend({
        /** Fetch and keep the board that the protocol's author published, where there is none here. */
        accept_ui: z.boolean().optional(),
        /** Take the host's board for this table, where there is no other. */
        accept_host_ui: z.boolean().optional(),
      }),
      tableRef,
    ),
    /** The protocols of this computer: those that came with Parlor first. */
    hostable: call('both', nothing, z.object({ protocols: z.array(hostableSchema) })),
    /** Posts an invitation; the table comes with its guest, under the same `post_id`. */
    host: call(
      'both',
      inviteSchema.extend({
        /** Its id, or the folder name of a bundled one. */
        protocol: z.string().min(1).max(128),
      }),
      hostedSchema,
    ),
    /** The same with an author's own folder (spec.json, hooks.js, ui/), as it is now; only its rules are kept. */
    host_folder: call('terminal', inviteSchema.extend({ folder: z.string().max(4096) }), hostedSchema),
    /** Own invitations that wait. */
    hosting: call('both', nothing, z.object({ hosted: z.array(hostedSchema) })),
    withdraw: call('both', postRef, nothing),
    /** Stops a join that is under way. */
    stop: call('both', tableRef, nothing),
    answer: call('both', tableRef.extend({ key: z.string().max(64), answer: answerValueSchema }), nothing),
    /** Hybrid: keeps the proposal from playing by itself. */
    hold: call('both', tableRef.extend({ key: z.string().max(64) }), nothing),
    resign: call('both', tableRef, nothing),
    /**
     * Another table after one that is over, with the same settings: sits down where the other side has one open, else opens
     * one for its key alone. The house opens its own: rejects `invitation_gone` while there is none.
     */
    rematch: call('both', tableRef, z.object({ table_id: z.string().nullable(), hosted: hostedSchema.nullable() })),
    /** No rematch after this table is asked about any more. */
    decline_rematch: call('both', tableRef, nothing),
    /** Ends a table that is played as `interrupted`, as the end of Parlor does. */
    interrupt: call('terminal', tableRef, nothing),
    /** Signs another ticket for a session of which this key is the host, and tells the community. */
    move_session: call('terminal', z.object({ session_id: hex64, iroh_ticket: z.string().min(1).max(2048) }), nothing),
    /** The record's lines as they are on disk, from byte `from` on; `next` is where to go on reading. */
    record: call(
      'both',
      tableRef.extend({ from: z.int().min(0) }),
      z.object({ text: z.string(), next: z.int(), spec: z.string().nullable() }),
    ),
    /**
     * What was on the table, a line for each change: `seq` and `head` of the record's line that led to it, the moves so far
     * and what a board saw. Read as `record` is; empty for tables of earlier versions.
     */
    views: call('both', tableRef.extend({ from: z.int().min(0) }), z.object({ text: z.string(), next: z.int() })),
    /**
     * Writes hooks with which the person answers everything, for a protocol that has none; `no_host` says why no table of it
     * can be hosted that way. Rejects `judge_missing` and `already_exists`.
     */
    by_hand: call('both', z.object({ protocol_id: hex64 }), z.object({ no_host: z.string().nullable() })),
    /** Where the verified board of a table is served for its sandboxed frame. */
    board: call('both', tableRef, z.object({ url: z.url() })),
  },
  events: { changed: tableSchema, hosting: z.object({ hosted: z.array(hostedSchema) }) },
} as const satisfies GroupSpec;
