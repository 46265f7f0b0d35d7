/** The engine's interface: its configuration, events, effects and state, and what a game mode implements. */
import type { Table } from '../bridge/contract.ts';
import type { Problem } from '../errors.ts';
import type { Json, JsonObject } from '../json/value.ts';
import type { Spec } from '../protocol/spec.ts';
import type { ClientRef, ClientState } from './client.ts';
import type { Claim, SystemFrame } from './frames.ts';
import type { Answer, ControlMode, HookMethod, Role } from './hooks.ts';
import type { DrawAction, Outcome } from './outcome.ts';
import type { RecordEntry } from './record.ts';

/** The time of an event, and the engine's only source of randomness. */
export interface Moment {
  /** Monotonic milliseconds, for every deadline. */
  now: number;
  /** Unix milliseconds; recorded, never compared. */
  at: number;
  /** 32 random, secret hex digits. */
  entropy: string;
}

/** A moment, and what has happened since the last event that is no event of its own. */
export interface EventMoment extends Moment {
  /** Monotonic time of the peer's last sign of life since then. */
  heard?: number;
}

export type TableEvent = EventMoment &
  (
    | { type: 'start' }
    | { type: 'frame'; frame: JsonObject }
    /** The peer sent a line that is not a frame. */
    | { type: 'bad_line'; problem: Problem }
    /** The connection is lost and may be resumed. `restarted`: this side was away, not the peer. */
    | { type: 'lost'; restarted?: true }
    /** Another connection continues where the lost one stopped; missed frames follow. */
    | { type: 'resumed'; mine: Claim; theirs: Claim }
    /** The peer's history of this table differs. */
    | { type: 'differs'; mine: Claim; theirs: Claim }
    /** The peer's stream has ended for good. */
    | { type: 'closed' }
    | { type: 'hook_result'; call: number; value: Json }
    | { type: 'hook_failed'; call: number; problem: Problem }
    /** The user's answer to the open question. */
    | { type: 'answer'; key: string; value: Answer }
    /** The user's choice for the next turn, by the key of the offered question; null takes it back. */
    | { type: 'premove'; key: string; value: Answer | null }
    | { type: 'hold'; key: string }
    /** The answer of this seat's client to the open question; `reason` as `clientText` returns it. */
    | { type: 'propose'; key: string; value: Answer; reason: string | null }
    | { type: 'client'; state: ClientState }
    /** Changes who decides on this side; `manner` only if its agent's strength or style changes. */
    | { type: 'set_mode'; control_mode: ControlMode; manner?: string }
    /** The user leaves a table that the other side stalls; refused if it doesn't. */
    | { type: 'leave' }
    /** The user offers a draw, or answers the other side's offer. */
    | { type: 'draw'; action: DrawAction }
    /** Replaces the hooks' state; refused except in a preview. The open question stays as it was asked. */
    | { type: 'set_state'; state: JsonObject }
    | { type: 'time' }
    /** Ends the table unfinished: resigned, interrupted, journal not writable ... A chat ends normally if its user resigns. */
    | { type: 'abort'; problem: Problem }
  );

type WithoutMoment<E> = E extends EventMoment ? Omit<E, keyof EventMoment> : never;
/** An event without its time. */
export type UntimedEvent = WithoutMoment<TableEvent>;

export type Effect =
  | { type: 'send'; frame: JsonObject }
  | { type: 'call'; call: number; method: HookMethod; args: Json[] }
  /** When the next `time` event is due, monotonic; null for never. Replaces the previous one. */
  | { type: 'wake'; at: number | null }
  /** `durable`: later effects require the entry to be on disk. */
  | { type: 'record'; entry: RecordEntry; durable: boolean }
  /** The `answer`, `premove`, `hold`, `propose`, `set_mode`, `leave`, `draw` or `set_state` event was refused. */
  | { type: 'refused'; problem: Problem }
  | { type: 'changed' }
  | { type: 'ended'; outcome: Outcome }
  /** The last effect: `session_end` has run. */
  | { type: 'done' };

export interface EngineConfig {
  role: Role;
  /** At the start; `set_mode` changes it later. */
  control_mode: ControlMode;
  spec: Spec;
  options: JsonObject;
  manner: string | null;
  /** Plays this seat instead of the hooks' `decide`. */
  client?: ClientRef | null;
  /** The user's input for the hooks; see `InitContext.extra_args`. */
  extraArgs?: string[];
  /** SHA-256 of the hooks file, 64 hex digits. */
  hooks_hash: string;
  /** SHA-256 of the spec's text, if both sides sign the record. */
  spec_hash?: string;
  /** The methods that the hooks file exports. */
  methods: ReadonlySet<HookMethod>;
  /** A rated game in which both sides support concessions, so that each ends its own turn when its time runs out. */
  concede?: boolean;
  /** A game that can be drawn, in which both sides answer offers of a draw. */
  draws?: boolean;
  /** Both sides tell each other what their clocks show. */
  clocks?: boolean;
  /** The hooks of this side don't know the rules, so the other side tells it the end. */
  byHand?: boolean;
  /** This side tells the end of a game to the other one, which plays by hand. */
  tellsEnd?: boolean;
  /** False if the host has forbidden moves that are chosen ahead. */
  premoves?: boolean;
  /** An author's preview, in which the hooks' state may be replaced. */
  isPreview?: boolean;
  /** Milliseconds that an agent's own answer waits before it is played. */
  paceMs: number;
  heartbeat: HeartbeatSettings;
}

/** The game part of a table's snapshot. */
export type GameState = Pick<
  Table,
  | 'seq'
  | 'control_mode'
  | 'client'
  | 'manner'
  | 'view'
  | 'board_record'
  | 'ask'
  | 'ahead'
  | 'premove'
  | 'peer_asked_at'
  | 'peer_ends_at'
  | 'peer_deadline_at'
  | 'limits'
  | 'used_ms'
  | 'moves'
  | 'talk'
  | 'sealed_rounds'
  | 'chosen'
  | 'concession'
  | 'draw'
  | 'absence'
  | 'stall'
> & {
  phase: 'playing' | 'finished' | 'failed';
  quiet_since: number | null;
  gives_up_at: number | null;
  returning: boolean;
  outcome: Outcome | null;
};

export interface Engine {
  /** The peer counts as unresponsive: its next sign of life is an event, which it isn't otherwise. */
  readonly isPeerQuiet: boolean;
  /** The hooks' state. */
  readonly state: JsonObject;
  /** Whether a frame, `null` for a message, is an event; otherwise it is a sign of life. */
  hears(system: SystemFrame | null, now: number): boolean;
  /** What this side's clock shows, for the peer; null if it doesn't want to be told or no time runs out. */
  clockFrame(now: number): JsonObject | null;
  handle(event: TableEvent): Effect[];
  /** `clockOf` converts the engine's monotonic times to those of the snapshot. */
  game(clockOf: (monotonic: number) => number): GameState;
}

/** The flow of one mode. Receives business frames only, and only until the table has ended. */
export interface GameMode {
  /** Invalid messages are dropped and recorded instead of ending the table. */
  readonly tolerant: boolean;
  start(): void;
  receive(action: string, frame: JsonObject): void;
  /** The user leaves. If not implemented, the table fails with `resigned`. */
  leave?(): void;
  /** Who made the last move; null in a mode without strict turns. Undefined in modes without concessions. */
  lastMover?(): Role | null;
}

export interface HeartbeatSettings {
  /** Milliseconds between two pings; 0 turns the heartbeat off. */
  intervalMs: number;
  /** Silence beyond this makes the peer unresponsive; 0 or less means three intervals. */
  timeoutMs: number;
  /** How long the peer may be silent or disconnected in all before the table fails; see absence.ts. */
  graceMs: number;
}
