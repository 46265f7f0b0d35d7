/** The interface to the database, implemented by sqlite.ts and postgres.ts and tested by one suite. */
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Rate } from '../config.ts';
import type { AgentLookup } from './agent-lookup.ts';
import type { Lock } from './locks.ts';
import type { ReplayLog } from './replay-log.ts';
import type { Tables, Writer } from './schema.ts';
import type { RateLimit } from './token-bucket.ts';

export interface Storage {
  /** For reading; writes go through `transaction`. */
  db: Kysely<Tables>;
  /**
   * Runs `work` in a transaction that holds `locks`; rolls back if it throws. May run `work` again after a conflict. Each statement sees what
   * was committed before it, also since the one before: what `work` decides by reading must be held by a lock, by a constraint, or by the
   * condition of its update (docs/decisions/077-read-committed.md). Rejects with ParlorError `service_busy` if others don't let it through.
   */
  transaction<T>(work: (db: Writer) => Promise<T>, locks?: readonly Lock[]): Promise<T>;
  agents: AgentLookup;
  replay: ReplayLog;
  /** Deletes expired request ids and rate buckets. */
  sweep(): Promise<void>;
  /** Whether this process is the one that sweeps, of those that share a PostgreSQL. */
  isSweeper(): Promise<boolean>;
  /** Milliseconds by which the clock of this computer is ahead of the one that all processes share, PostgreSQL's; null if there is none. */
  clockOffset(): Promise<number | null>;
  signals: Signals;
  /** A bucket per name, across all processes that share one PostgreSQL. */
  rateLimit(kind: string, rate: Rate): RateLimit;
  /** Connections to the database server, and calls that wait for one; null if there is none. */
  connections: (() => { busy: number; idle: number; waiting: number }) | null;
  /** A condition on rows of `event`: true once no running transaction can still insert a row that precedes it. */
  committed: RawBuilder<SqlBool>;
  close(): Promise<void>;
}

/** What other processes may wait for: new events for listeners, or an act of an operator. */
export type Signal = 'events' | 'acts';

/** How processes on one database tell each other that something was committed. */
export interface Signals {
  /** Milliseconds after which a process looks by itself: a signal can be lost, and SQLite has none. */
  lookInterval: { [signal in Signal]: number };
  /** Call after the commit. */
  send(signal: Signal): void;
  /** Calls `onSignal` for signals of other processes. */
  on(signal: Signal, onSignal: () => void): void;
}
