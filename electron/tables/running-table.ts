/** The interface of a game in progress; see engine-runner.ts. */
import type { ClientState } from '../../shared/tables/client.ts';
import type { Answer, ControlMode } from '../../shared/tables/hooks.ts';
import type { DrawAction, Outcome } from '../../shared/tables/outcome.ts';
import type { ResumableChannel } from './reconnect/reconnecting-channel.ts';
import type { GameSnapshot } from './table-file.ts';

export interface RunningTable {
  snapshot(): GameSnapshot;
  /** Resolves once the record on disk has every line that an earlier `snapshot()` counts. Never rejects. */
  whenRecorded(): Promise<void>;
  /** Calls `listener` soon after each change, which `snapshot()` then includes. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /**
   * Plays the user's answer to the open question. Resolves once it is on disk. Rejects `decision_invalid` if this question
   * is not open, the value is not a legal answer or only the agent decides, and `data_dir_unusable` on a write error.
   */
  answer(key: string, value: Answer): Promise<void>;
  /**
   * Submits the answer of this seat's client: `played` in autonomous mode, `proposed` in hybrid mode. Rejects `decision_finalized`,
   * `decision_not_open`, `decision_invalid`, and `data_dir_unusable` on a write error.
   */
  propose(key: string, value: Answer, reason: string | null): Promise<'played' | 'proposed'>;
  /** The client of this seat connected, disconnected or was removed. No effect at other seats, or without a change. */
  setClientState(state: ClientState): void;
  /** Chooses a move for the next turn, or takes it back with null. Rejects `decision_invalid` if it isn't offered by `ahead`. */
  premove(key: string, value: Answer | null): Promise<void>;
  /** Hybrid: stops the proposal from being played when its time runs out. Rejects `decision_invalid`. */
  hold(key: string): Promise<void>;
  /**
   * Changes who decides on this side, and the strength or style of its agent. Rejects `decision_invalid` if the hooks
   * cannot decide by themselves or offer no such `manner`.
   */
  setMode(control_mode: ControlMode, manner?: string): Promise<void>;
  /**
   * Leaves, also while the peer is disconnected: ends a chat, concedes a rated game that has begun (see
   * shared/tables/concession.ts), and fails any other table with code `resigned`. No effect once the table has ended.
   */
  resign(): void;
  /** Leaves a table that the other side stalls, without a result. Rejects `peer_present` if it doesn't. */
  leave(): Promise<void>;
  /** Offers a draw, or answers the other side's offer. Rejects `draw_unavailable`, and `data_dir_unusable` on a write error. */
  draw(action: DrawAction): Promise<void>;
  /**
   * Stops without an outcome, so that the next process can resume the table; the peer sees a lost connection. Same as
   * `dispose` if resuming is impossible. Resolves when everything is freed.
   */
  suspend(): Promise<void>;
  /** Something that belongs to this table failed unexpectedly: ends it with this problem, unless it has ended. */
  fail(error: unknown): void;
  /** Fails the table with code `interrupted`. Resolves when everything is freed; safe to call twice. */
  dispose(): Promise<void>;
  /** Resolves once the table was suspended; `ended` then never settles. */
  readonly suspended: Promise<void>;
  /**
   * Resolves once the last frame was flushed, `session_end` ran, the hooks were stopped and the journal was closed; never
   * rejects. A `completed` outcome is reported as `closed` with its winner, any other as `failed`.
   */
  readonly ended: Promise<Outcome>;
  /** Stays open after the end for as long as the peer may still fetch the last frames. */
  readonly channel: ResumableChannel;
}
