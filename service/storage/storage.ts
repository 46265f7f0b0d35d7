/** What the service asks of its database. Two keep the promise, sqlite.ts and postgres.ts, and one suite holds both to it. */
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Agents } from '../agents/known.ts';
import type { RateLimit } from '../http/rate.ts';
import type { ReplayLog } from './replay.ts';
import type { Tables, Writer } from './schema.ts';

export interface Storage {
  /** For looking; what is written goes through `transaction`. */
  db: Kysely<Tables>;
  /**
   * Runs `act` as if no other transaction ran beside it, and keeps what it wrote unless it throws. It may be run again from
   * its start, where the database finds that it was not alone after all.
   */
  transaction<T>(act: (db: Writer) => Promise<T>): Promise<T>;
  agents: Agents;
  replay: ReplayLog;
  /** Forgets used request ids and other traces of requests that are too old to matter. `now`: Unix milliseconds. */
  sweep(now: number): Promise<void>;
  /** At most `perSecond` for each name, whoever of the processes on one PostgreSQL is asked. */
  rateLimit(kind: string, perSecond: number): RateLimit;
  /** Holds for the rows of `event` before which no transaction that still runs can put another. */
  committed: RawBuilder<SqlBool>;
  close(): Promise<void>;
}

/** The machine as a database sees it at its start. */
export interface Start {
  /** Names the time since the machine started; null where it cannot be told. */
  bootId: string | null;
  /** Unix milliseconds. */
  now: number;
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number;
  /** What went wrong where nobody waits for an answer. */
  onError: (error: unknown) => void;
}
