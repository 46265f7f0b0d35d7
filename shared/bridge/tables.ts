/** Tables of this side, from the first step of joining to the settled result. */
import { z } from 'zod';
import { absenceSchema } from '../tables/absence.ts';
import { boardRecordSchema } from '../tables/board-record.ts';
import { clientRefSchema } from '../tables/client.ts';
import {
  answerValueSchema,
  controlModeSchema,
  mannerSchema,
  proposerSchema,
  questionSchema,
  roleSchema,
  winnerSchema,
} from '../tables/hooks.ts';
import { chatMessageSchema, moveSchema, premoveSchema, sealedRoundSchema } from '../tables/moves.ts';
import { concessionStateSchema, drawActions, drawStateSchema } from '../tables/outcome.ts';
import { adviceSchema } from './advice.ts';
import { call, type GroupSpec } from './define.ts';
import {
  hostableProtocolSchema,
  hostedTableSchema,
  invitationTermsSchema,
  playSettingsSchema,
  postRef,
  seatSettingsSchema,
} from './hosting.ts';
import { joinStepSchema } from './join-steps.ts';
import { shownTermsSchema } from './lobby.ts';
import { cursorOf, next, pageArgs, pageLimit, pageMaxEntries } from './pages.ts';
import {
  boardRefSchema,
  clockTime,
  hex64,
  json,
  nothing,
  options,
  personSchema,
  problemSchema,
  tableProtocolSchema,
  time,
  trustCheckSchema,
} from './shapes.ts';
import { tableFilterSchema } from './table-filter.ts';
import { tableHooksSchema } from './table-hooks.ts';
import { resultSchema } from './table-result.ts';

export const openQuestionSchema = questionSchema.extend({
  asked_at: clockTime,
  /** The agent's answer, before it is played; in human mode always null. */
  proposal: answerValueSchema.nullable(),
  /** The reason for the proposal: untrusted text of the client, or of the hooks. */
  reason: z.string().exactOptional(),
  /** At a seat with a client: who made the proposal. */
  proposer: proposerSchema.exactOptional(),
  /** When the client's answer is due; after that, the hooks answer in its place, or the person if there is no `decide`. */
  fallback_at: clockTime.exactOptional(),
  /** When the proposal is played automatically; null without one and while it is held. */
  plays_at: clockTime.nullable(),
  held: z.boolean(),
  /** When the table fails without an answer; null if only the hooks decide, and in a chat. */
  deadline_at: clockTime.nullable(),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;

const moveLimitsSchema = z.object({
  /** Milliseconds a person or client of this side has for a move. */
  move_ms: z.int(),
  /** Whether the rules or the options state this limit, so that it also binds a person on the other side. */
  agreed: z.boolean(),
  /** Milliseconds this side waits for a move of the peer. */
  wait_ms: z.int(),
});

export const tableSchema = z.object({
  table_id: z.string(),
  post_id: z.uuid(),
  session_id: hex64.nullable(),
  role: roleSchema,
  control_mode: controlModeSchema,
  /** Strength or style of this side's agent; null for the hooks' default. */
  manner: z.string().nullable(),
  /** The client that plays this seat instead of the hooks, in autonomous and hybrid mode; null without one. */
  client: clientRefSchema.extend({ connected: z.boolean() }).nullable(),
  phase: z.enum(['joining', 'playing', 'finished', 'failed']),
  me: personSchema,
  peer: personSchema,
  peer_control_mode: controlModeSchema,
  /** On the other side no code knows the rules. */
  peer_by_hand: z.literal(true).exactOptional(),
  /** Strength of a house player; null if unknown. */
  peer_manner: z.string().nullable(),
  protocol: tableProtocolSchema,
  options,
  /** This side's, once it plays. */
  hooks: tableHooksSchema.nullable(),
  steps: z.array(joinStepSchema),
  checks: z.array(trustCheckSchema),
  /** Increases with every change of this snapshot's game part. */
  seq: z.int(),
  /** From the hooks. */
  view: json,
  /** For the board. Null before the game, and for tables of an earlier run, which a replay reads from the record. */
  board_record: boardRecordSchema.nullable(),
  ask: openQuestionSchema.nullable(),
  /** While the peer's move is awaited: the choices of the next turn as far as the hooks foresee them; null if nothing can be chosen ahead. */
  ahead: questionSchema.omit({ entry: true }).nullable(),
  /** What the user has chosen ahead, and what became of it; null without one. */
  premove: premoveSchema.nullable(),
  /** Since when the peer's move is awaited; null if none is due. */
  peer_asked_at: clockTime.nullable(),
  /** Where both choose at once: who has chosen, and waits for the other. */
  chosen: z.object({ own: z.boolean(), peer: z.boolean() }),
  /** When the peer's time for it runs out on its own clock, as it has told; null if it hasn't. */
  peer_ends_at: clockTime.nullable(),
  /** Deadline for the peer's next message on this side; null if none is due. */
  peer_deadline_at: clockTime.nullable(),
  /** Time limits for one move; null before the game and where moves have none. */
  limits: moveLimitsSchema.nullable(),
  /** Milliseconds that each side has spent on its moves so far, without the current one. */
  used_ms: z.object({ host: z.number(), guest: z.number() }),
  /** Reading of main's clock when this snapshot was sent. */
  clock: clockTime,
  moves: z.array(moveSchema),
  /** The newest chat messages, oldest first; the record has all of them. */
  talk: z.array(chatMessageSchema),
  sealed_rounds: z.array(sealedRoundSchema),
  /** Effect of leaving this table now. */
  concession: concessionStateSchema,
  /** What can be said about a draw by agreement now. */
  draw: drawStateSchema,
  connection: z.object({
    /** `none`: not connected. */
    kind: z.enum(['direct', 'relay', 'none']),
    rtt_ms: z.number().nullable(),
    /** Set while the peer has been silent for longer than the heartbeat timeout. */
    quiet_since: clockTime.nullable(),
    /**
     * Since when nothing is heard from the peer although it was asked for a sign of life, before it counts as silent. Only for display:
     * nothing depends on it.
     */
    unheard_since: clockTime.optional(),
    /** When the table fails; set together with `quiet_since`. */
    gives_up_at: clockTime.nullable(),
    /** This side was started again and hasn't reached the other one yet. `quiet_since` is set then, but says nothing about the peer. */
    returning: z.literal(true).optional(),
  }),
  /** `own`: as the other side counts it; null until this side has been away. */
  absence: z.object({ own: absenceSchema.nullable(), peer: absenceSchema }),
  /** Set while this side may leave without losing: the other side is away on its turn, or has used up its time. */
  stall: z.object({ kind: z.enum(['away', 'late']), since: clockTime }).nullable(),
  board: boardRefSchema.nullable(),
  result: resultSchema.nullable(),
  /** `lines`: the number of record lines that this snapshot reflects; later lines belong to later snapshots. `signed`: by both sides. */
  record: z.object({ frames: z.int(), head: hex64.nullable(), lines: z.int(), signed: z.boolean().optional() }),
  problem: problemSchema.nullable(),
  /**
   * Greater for a table of this identity that was opened later or, once they are over, ended later, also if the computer's date was set back
   * between the two. Only for comparisons: at least `started_at`, and equal to it for tables of earlier versions.
   */
  order: z.int(),
  started_at: time,
  ended_at: time.nullable(),
  /** Settings of this side, which a rematch reuses. */
  settings: playSettingsSchema,
  /** Id of the table that this one is a rematch of. */
  rematch_of: z.string().nullable(),
  /** Decisions after the end. */
  afterwards: z.object({
    /** This side's score for the other, 1 to 5. */
    score: z.int().nullable(),
    /** Whether feedback was sent. */
    noted: z.boolean(),
    /** Whether this side declined a rematch. */
    declined: z.boolean(),
    /** Whether the other side declined a rematch. */
    refused: z.boolean(),
    /** Whether the user has seen how it ended. */
    seen: z.boolean(),
  }),
});
export type Table = z.infer<typeof tableSchema>;

/** Maximum moves of an opening. */
export const openingMax = 4;

/** The part of a table that lists show, small enough to keep for every table of an identity. */
export const tableRowSchema = tableSchema
  .pick({
    table_id: true,
    post_id: true,
    session_id: true,
    role: true,
    control_mode: true,
    client: true,
    phase: true,
    me: true,
    peer: true,
    peer_control_mode: true,
    protocol: true,
    options: true,
    result: true,
    problem: true,
    order: true,
    started_at: true,
    ended_at: true,
    rematch_of: true,
    afterwards: true,
  })
  .extend({
    checks: z.array(trustCheckSchema.pick({ id: true, state: true })),
    record: tableSchema.shape.record.pick({ frames: true }),
    /** Only of a game that is unrated at the host's wish. */
    settings: playSettingsSchema.pick({ unrated: true }).optional(),
    /** The first moves that somebody decided. In rows only: a table has all its moves. */
    opening: z
      .array(moveSchema.pick({ by: true, text: true }))
      .max(openingMax)
      .optional(),
  });
export type TableRow = z.infer<typeof tableRowSchema>;

/** A record opened from a file. */
export const openedRecordSchema = z.object({
  /** As seen by the side that recorded it, without names, move origins and ratings. `record`, `views` and `board` accept its id. */
  table: tableSchema,
  /** Number of messages that the hooks on this computer could replay; their positions are in `views`. */
  followed: z.int(),
  /** Why the replay stopped: `hooks_missing`, `history_differs`, `hook_timeout` ...; null if it reached the same end. */
  problem: problemSchema.nullable(),
});
export type OpenedRecord = z.infer<typeof openedRecordSchema>;

/** Maximum rows of an answer. */
export const rowsPageMax = 100;

/** Maximum UTF-16 units per part of a record sent to main: escaped as JSON it still fits a request. */
export const recordPartMaxLength = 48 * 1024;

const tableRef = z.object({ table_id: z.string().max(64) });
export const tablesGroup = {
  calls: {
    /** Newest first, in pages of at most `limit` tables and about a megabyte; the first ones have all being joined or played. */
    list: call(
      'both',
      tableFilterSchema.extend({ limit: pageLimit(100).optional(), cursor: cursorOf(128).optional() }),
      z.object({ tables: z.array(tableSchema).max(200), next }),
    ),
    /** Rejects `not_found`. */
    get: call('both', tableRef, tableSchema),
    /**
     * A window of the tables that have ended, newest first, from the row number `from`. `total`: how many match. `all`: how many there are
     * without the filter, whether they have ended or not. `unreadable`: how many more have a broken file.
     */
    rows: call(
      'both',
      tableFilterSchema.extend({ from: z.int().min(0).optional(), limit: pageLimit(rowsPageMax).optional() }),
      z.object({ rows: z.array(tableRowSchema).max(rowsPageMax), total: z.int(), all: z.int(), unreadable: z.int() }),
    ),
    /** Omitted members default to the user's settings for boards. */
    join: call(
      'both',
      postRef.extend(seatSettingsSchema.shape).extend({
        /** Download the board published by the protocol's author, if there is none on this computer. */
        accept_ui: z.boolean().optional(),
        /** Accept the host's board for this table, if there is no other. */
        accept_host_ui: z.boolean().optional(),
        /** Accept only the host's board with this manifest hash, to test it, also in place of another one. */
        test_ui: hex64.optional(),
        /** What the user was shown. The table fails with `invitation_mismatch` if its invitation says anything else. */
        shown: shownTermsSchema.optional(),
      }),
      tableRef,
    ),
    /** The protocols on this computer, bundled ones first, in pages. */
    hostable: call(
      'both',
      pageArgs,
      z.object({ protocols: z.array(hostableProtocolSchema).max(pageMaxEntries), next }),
    ),
    /** Posts an invitation; the table appears when a guest joins, with the same `post_id`. */
    host: call(
      'both',
      invitationTermsSchema.extend({
        /** A protocol id, or the folder name of a bundled protocol. */
        protocol: z.string().min(1).max(128),
      }),
      hostedTableSchema,
    ),
    /**
     * Hosts a table for `for_public_key` only and notifies its owner with a signed message. If the message can't be sent, the table stays
     * open with the reason, since its guest sees it in the lobby. Rejects `blocked_by_recipient` without a table.
     */
    challenge: call(
      'both',
      invitationTermsSchema.extend({ protocol: z.string().min(1).max(128), for_public_key: hex64 }),
      z.object({ hosted: hostedTableSchema, unsent: problemSchema.nullable() }),
    ),
    /**
     * Like `host`, with an author's folder (spec.json, hooks.js, ui/) in its current state; only its rules are stored. With `share_ui` and
     * `for_public_key`, its owner is asked to test the board: the rules are registered, and a signed message names the board by its hash.
     */
    host_folder: call('terminal', invitationTermsSchema.extend({ folder: z.string().max(4096) }), hostedTableSchema),
    /** Own open invitations, in pages. */
    hosting: call('both', pageArgs, z.object({ hosted: z.array(hostedTableSchema).max(pageMaxEntries), next })),
    withdraw: call('both', postRef, nothing),
    /** Declines a table that only this key may join, and tells its host if they can be reached. */
    decline: call('both', postRef, nothing),
    /** Stops a join in progress. */
    stop: call('both', tableRef, nothing),
    answer: call('both', tableRef.extend({ key: z.string().max(64), answer: answerValueSchema }), nothing),
    /** Chooses a move for the next turn, by the key of `ahead`; null takes it back. Rejects `decision_invalid`. */
    premove: call('both', tableRef.extend({ key: z.string().max(64), answer: answerValueSchema.nullable() }), nothing),
    /** Hybrid: stops the proposal from being played automatically. */
    hold: call('both', tableRef.extend({ key: z.string().max(64) }), nothing),
    /** Changes who decides on this side, and the strength or style of its agent. */
    set_mode: call(
      'both',
      tableRef.extend({ control_mode: controlModeSchema, manner: mannerSchema.optional() }),
      nothing,
    ),
    resign: call('both', tableRef, nothing),
    /** Offers a draw, or answers the other side's offer. Rejects `draw_unavailable`. */
    draw: call('both', tableRef.extend({ action: z.enum(drawActions) }), nothing),
    /** Says who won a rated game that this side played by hand, and reports it. Rejects `result_conflict` unless the result is `unsaid`. */
    say_result: call('both', tableRef.extend({ winner: winnerSchema }), nothing),
    /** Leaves without losing, while `stall` is set: the table ends unfinished. Rejects `peer_present`. */
    leave: call('both', tableRef, nothing),
    /** Whether this identity has ever finished a game of the protocol. */
    has_finished: call('both', z.object({ protocol_id: hex64 }), z.object({ finished: z.boolean() })),
    /**
     * Starts a rematch with the same settings: joins the table that the other side has opened, otherwise hosts one for its key only.
     * House players open the rematch themselves: rejects `invitation_gone` until they have. Rejects `blocked_by_recipient` without a table.
     * `change_seats`: the caller joins or withdraws later. If the other side hosted the last game and asks again, so that its seats would
     * stay, this side hosts as well; the other side joins it, or a second call joins the other side.
     */
    rematch: call(
      'both',
      tableRef.extend({ change_seats: z.boolean().optional() }),
      z.object({ table_id: z.string().nullable(), hosted: hostedTableSchema.nullable() }),
    ),
    /** Declines rematches of this table. */
    decline_rematch: call('both', tableRef, nothing),
    /** Ends a running table as `interrupted`. */
    interrupt: call('terminal', tableRef, nothing),
    /** Signs another ticket for a session hosted by this key and updates it at the community. */
    move_session: call('terminal', z.object({ session_id: hex64, iroh_ticket: z.string().min(1).max(2048) }), nothing),
    /** The record's lines as stored, starting at byte `from`; continue reading at `next`. */
    record: call(
      'both',
      tableRef.extend({ from: z.int().min(0) }),
      z.object({ text: z.string(), next: z.int(), spec: z.string().nullable() }),
    ),
    /**
     * The views shown to boards, one line per change: `seq` and `head` of the record's line that caused it, the number of moves, and
     * the view. Paged like `record`; empty for tables of earlier versions.
     */
    views: call('both', tableRef.extend({ from: z.int().min(0) }), z.object({ text: z.string(), next: z.int() })),
    /**
     * The agent's answers to the user's questions in an ended table, in parts: `from` is the index of the first, `next`
     * continues. `changed`: the hooks have changed since the game.
     */
    advice: call(
      'both',
      tableRef.extend({ from: z.int().min(0) }),
      z.object({ advised: z.array(adviceSchema), next: z.int().nullable(), changed: z.boolean() }),
    ),
    /**
     * Generates hooks for a protocol that has none, with which the user answers everything. `no_host`: why it cannot be hosted with them.
     * `names_winner`: false if the user is asked who won. Rejects `judge_missing` and `already_exists`.
     */
    by_hand: call(
      'both',
      z.object({ protocol_id: hex64 }),
      z.object({ no_host: z.string().nullable(), names_winner: z.boolean() }),
    ),
    /**
     * Receives the text of a record or export in parts: null starts one, its id continues it. The newest few are held in memory and
     * never written to disk. Rejects `too_large` and `not_found`.
     */
    take_record: call(
      'both',
      z.object({ record: z.string().max(64).nullable(), text: z.string().max(recordPartMaxLength) }),
      z.object({ record: z.string() }),
    ),
    /**
     * Opens a received record. Finished hooks for its protocol replay it in the sandbox. Verifying the record is up to the
     * reader. Rejects `not_found`, and `malformed_json` for a text that is not a record.
     */
    open_record: call('both', z.object({ record: z.string().max(64) }), openedRecordSchema),
    /** Address of a table's verified board, and its contract with Parlor. Rejects `bundle_incompatible`. */
    board: call('both', tableRef, z.object({ url: z.url(), client: z.enum(['port', 'window_messages']) })),
  },
  events: {
    changed: tableSchema,
    /** Own invitations that were posted or changed, and the ids of those that are no longer open. */
    hosting: z.object({ hosted: z.array(hostedTableSchema), gone: z.array(z.uuid()) }),
  },
} as const satisfies GroupSpec;
