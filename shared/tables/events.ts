/** What goes into the engine, what comes out of it, and what it starts from. */
import type { Table } from '../bridge/contract.ts';
import type { Problem } from '../errors.ts';
import type { Json, JsonObject } from '../json/value.ts';
import type { Spec } from '../protocol/spec.ts';
import type { Claim } from './frames.ts';
import type { Answer, ControlMode, HookMethod, Role } from './hooks.ts';
import type { Outcome } from './outcome.ts';
import type { RecordEntry } from './transcript.ts';

/** When an event happened, with the only randomness the engine gets. */
export interface Moment {
  /** Monotonic milliseconds, for every deadline. */
  now: number;
  /** Unix milliseconds, written down and never compared. */
  at: number;
  /** 32 fresh, secret hex digits. */
  entropy: string;
}

export type TableEvent = Moment &
  (
    | { type: 'start' }
    | { type: 'frame'; frame: JsonObject }
    /** The peer's line was no frame at all. */
    | { type: 'bad_line'; problem: Problem }
    /** The connection is gone, but both sides know how to find each other again. */
    | { type: 'lost' }
    /** Another connection goes on where the lost one stopped: what either side had not seen comes now. */
    | { type: 'resumed'; mine: Claim; theirs: Claim }
    /** The peer came back with another history of this table than ours. */
    | { type: 'differs'; mine: Claim; theirs: Claim }
    /** The peer's stream has ended for good. */
    | { type: 'closed' }
    | { type: 'hook_result'; call: number; value: Json }
    | { type: 'hook_failed'; call: number; problem: Problem }
    /** The person's answer to the open ask. */
    | { type: 'answer'; key: string; value: Answer }
    | { type: 'hold'; key: string }
    | { type: 'time' }
    /** Ends the table failed: resigned, interrupted, a journal that cannot be written ... */
    | { type: 'abort'; problem: Problem }
  );

type WithoutMoment<E> = E extends Moment ? Omit<E, keyof Moment> : never;
/** An event before it has happened. */
export type BareEvent = WithoutMoment<TableEvent>;

export type Effect =
  | { type: 'send'; frame: JsonObject }
  | { type: 'call'; call: number; method: HookMethod; args: Json[] }
  /** The next moment a `time` event is due, monotonic; null for never. Replaces the one before. */
  | { type: 'wake'; at: number | null }
  /** `durable`: what follows depends on it being on disk. */
  | { type: 'record'; entry: RecordEntry; durable: boolean }
  /** The answer or hold of this event was not taken. */
  | { type: 'refused'; problem: Problem }
  | { type: 'changed' }
  | { type: 'ended'; outcome: Outcome }
  /** After `ended`, once the hooks had their last word: nothing comes any more. */
  | { type: 'done' };

export interface Terms {
  role: Role;
  control_mode: ControlMode;
  spec: Spec;
  options: JsonObject;
  manner: string | null;
  /** What the person at this seat said for the hooks when it sat down. */
  extraArgs?: string[];
  /** SHA-256 of the hooks file, 64 hex digits. */
  hooks_hash: string;
  /** What the hooks file exports. */
  methods: ReadonlySet<HookMethod>;
  /** Milliseconds an agent's own answer waits before it is played. */
  paceMs: number;
  heartbeat: HeartbeatSettings;
}

/** The game part of a table's snapshot. */
export type Game = Pick<Table, 'seq' | 'view' | 'ask' | 'moves' | 'talk' | 'sealed_rounds'> & {
  phase: 'playing' | 'finished' | 'failed';
  quiet_since: number | null;
  gives_up_at: number | null;
  outcome: Outcome | null;
};

export interface Engine {
  handle(event: TableEvent): Effect[];
  /** `wallOf` turns the monotonic time of a deadline to come into Unix milliseconds. */
  game(wallOf: (monotonic: number) => number): Game;
}

/** One way of taking turns. It hears business frames only, and only while the table is on. */
export interface Mode {
  /** What is no message of this table is dropped and noted down instead of ending it. */
  readonly forgiving: boolean;
  start(): void;
  receive(action: string, frame: JsonObject): void;
  /** The person gets up. Without it the table ends failed with `resigned`. */
  leave?(): void;
}

export interface HeartbeatSettings {
  /** Milliseconds between two pings; 0 turns sending and the watch off. */
  intervalMs: number;
  /** Silence beyond this makes the peer unresponsive; 0 or less means three intervals. */
  timeoutMs: number;
  /** How long the seat of a peer that is silent or gone is kept before the table ends failed. */
  graceMs: number;
}
