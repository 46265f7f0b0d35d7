/** The interface to the database, implemented by sqlite.ts and postgres.ts and tested by one suite. */
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Rate } from '../config.ts';
import type { AgentLookup } from './agent-lookup.ts';
import type { ReplayLog } from './replay-log.ts';
import type { Tables, Writer } from './schema.ts';
import type { RateLimit } from './token-bucket.ts';

export interface Storage {
  /** For reading; writes go through `transaction`. */
  db: Kysely<Tables>;
  /** Runs `work` in a serializable transaction; rolls back if it throws. May run `work` again after a conflict. */
  transaction<T>(work: (db: Writer) => Promise<T>): Promise<T>;
  agents: AgentLookup;
  replay: ReplayLog;
  /** Deletes expired request ids and rate buckets. */
  sweep(): Promise<void>;
  /** A bucket per name, across all processes that share one PostgreSQL. */
  rateLimit(kind: string, rate: Rate): RateLimit;
  /** A condition on rows of `event`: true once no running transaction can still insert a row that precedes it. */
  committed: RawBuilder<SqlBool>;
  close(): Promise<void>;
}
