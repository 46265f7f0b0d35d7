/** The buckets of http/rate.ts in one table for all processes. Nothing is lost with them, so they are not logged. */
import type { Pool } from 'pg';
import { bucketSize, type RateLimit } from '../http/rate.ts';

export const rateTables: readonly string[] = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS rate_bucket (
    name text PRIMARY KEY, tokens double precision NOT NULL, wait double precision NOT NULL, at bigint NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS rate_bucket_age ON rate_bucket (at)',
];

export class PostgresRateLimit implements RateLimit {
  readonly #pool: Pool;
  readonly #kind: string;
  readonly #perSecond: number;

  constructor(pool: Pool, kind: string, perSecond: number) {
    this.#pool = pool;
    this.#kind = kind;
    this.#perSecond = perSecond;
  }

  async take(name: string, now: number): Promise<number> {
    const size = bucketSize(this.#perSecond);
    // A clock set back, or behind that of another process, must not lock anybody out.
    const filled = `least($2, known.tokens + greatest(0, $3 - known.at) / 1000.0 * $4)`;
    const { rows } = await this.#pool.query({
      name: 'take_token',
      text: `INSERT INTO rate_bucket AS known (name, tokens, wait, at)
        VALUES ($1, $2::double precision - 1, 0, $3::bigint)
        ON CONFLICT (name) DO UPDATE SET
          tokens = CASE WHEN ${filled} >= 1 THEN ${filled} - 1 ELSE ${filled} END,
          wait = CASE WHEN ${filled} >= 1 THEN 0 ELSE (1 - ${filled}) / $4::double precision END,
          at = $3
        RETURNING wait`,
      values: [`${this.#kind} ${name}`, size, now, this.#perSecond],
    });
    return rows[0].wait;
  }
}

/** Buckets nobody took from for this long are full again at every rate one would choose. */
const forgottenAfter = 3_600_000;

export async function sweepRates(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM rate_bucket WHERE at < $1', [now - forgottenAfter]);
}
