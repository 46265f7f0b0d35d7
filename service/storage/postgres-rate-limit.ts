/** Token buckets as in token-bucket.ts, in a table that all processes share. It is UNLOGGED, as a crash may lose buckets. */
import type { Pool } from 'pg';
import type { Rate } from '../config.ts';
import type { RateLimit } from './token-bucket.ts';

/**
 * `wait`: seconds until the next token; a column only because RETURNING cannot read anything else. `at`: when `tokens` was
 * computed, in Unix milliseconds by the database's clock.
 */
export const rateTables: readonly string[] = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS rate_bucket (
    name text PRIMARY KEY, tokens double precision NOT NULL, wait double precision NOT NULL, at bigint NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS rate_bucket_age ON rate_bucket (at)',
];

const milliseconds = (time: string) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;
const clock = milliseconds('clock_timestamp()');

/**
 * The clock is read once the row is locked, so each caller sees a later time than the previous one. If it were read earlier, or by
 * the callers, a late update would set `at` back and refill the bucket twice for the same milliseconds. No caller is locked
 * out if the database's clock is set back.
 */
const takeToken = `INSERT INTO rate_bucket AS known (name, tokens, wait, at)
  VALUES ($1, $2::double precision - 1, 0, ${clock})
  ON CONFLICT (name) DO UPDATE SET (tokens, wait, at) = (
    SELECT
      CASE WHEN filled >= 1 THEN filled - 1 ELSE filled END,
      CASE WHEN filled >= 1 THEN 0 ELSE (1 - filled) / $3::double precision END,
      now
    FROM (
      SELECT now, least($2, known.tokens + greatest(0, now - known.at) / 1000.0 * $3) AS filled
      FROM (SELECT ${clock} AS now) AS read
    ) AS bucket)
  RETURNING wait`;

export class PostgresRateLimit implements RateLimit {
  readonly #pool: Pool;
  readonly #kind: string;
  readonly #rate: Rate;

  constructor(pool: Pool, kind: string, rate: Rate) {
    this.#pool = pool;
    this.#kind = kind;
    this.#rate = rate;
  }

  async take(name: string): Promise<number> {
    const { perSecond, burst } = this.#rate;
    const values = [`${this.#kind} ${name}`, burst, perSecond];
    const { rows } = await this.#pool.query({ name: 'take_token', text: takeToken, values });
    return rows[0].wait;
  }
}

/** An unused bucket is full again after this time, at any sensible rate. Milliseconds. */
const idleBucketMs = 3_600_000;

/** Deletes idle buckets, which are found by the index: the statement's time doesn't change while it runs. */
export async function deleteIdleBuckets(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM rate_bucket WHERE at < ${milliseconds('statement_timestamp()')} - $1`, [idleBucketMs]);
}
