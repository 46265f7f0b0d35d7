/** Which request ids were used, in one table for all processes: whichever of them inserts a key first has it. */
import type { Pool } from 'pg';
import { limits } from '../../shared/community/limits.ts';
import { type ReplayLog, replayKey, strangersMax } from './replay.ts';

export const replayTables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS used_request (key bytea PRIMARY KEY, used_at timestamptz NOT NULL DEFAULT clock_timestamp(), stranger smallint NOT NULL)',
  'CREATE INDEX IF NOT EXISTS used_request_age ON used_request (used_at)',
  'CREATE INDEX IF NOT EXISTS used_request_stranger ON used_request (used_at, key) WHERE stranger = 1',
];

interface Waiting {
  key: Buffer;
  stranger: number;
  resolve: (fresh: boolean) => void;
  reject: (error: unknown) => void;
}

export interface PostgresReplayLog extends ReplayLog {
  /** Forgets what is too old to matter. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function openPostgresReplayLog(pool: Pool): PostgresReplayLog {
  let waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();

  /** All that came in one turn of the event loop go in one statement. */
  async function flush(batch: Waiting[]): Promise<void> {
    // In one order everywhere, so that two processes never wait for each other.
    batch.sort((a, b) => Buffer.compare(a.key, b.key));
    try {
      const { rows } = await pool.query({
        name: 'use_requests',
        text: `INSERT INTO used_request (key, stranger) SELECT * FROM unnest($1::bytea[], $2::smallint[])
          ON CONFLICT DO NOTHING RETURNING key`,
        values: [batch.map(({ key }) => key), batch.map(({ stranger }) => stranger)],
      });
      const fresh = new Set(rows.map(({ key }: { key: Buffer }) => key.toString('hex')));
      if (batch.some(({ stranger }) => stranger === 1)) await dropOldestStrangers();
      // Of two that came with one key the first has it.
      for (const { key, resolve } of batch) resolve(fresh.delete(key.toString('hex')));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function dropOldestStrangers(): Promise<void> {
    await pool.query({
      name: 'drop_strangers',
      text: `DELETE FROM used_request WHERE key IN (
        SELECT key FROM used_request WHERE stranger = 1 ORDER BY used_at DESC, key OFFSET ${strangersMax})`,
    });
  }

  return {
    // What was answered is on the disk.
    isLost: () => false,
    use(publicKey, requestId, registered) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) {
          setImmediate(() => {
            const batch = waiting;
            waiting = [];
            const run = flush(batch).finally(() => running.delete(run));
            running.add(run);
          });
        }
        const key = replayKey(publicKey, requestId);
        waiting.push({ key, stranger: registered ? 0 : 1, resolve, reject });
      });
    },
    async sweep() {
      // By the database's own clock: one for all processes, and none of theirs that is set wrong lets a request pass twice.
      await pool.query('DELETE FROM used_request WHERE used_at < clock_timestamp() - make_interval(secs => $1)', [
        limits.request_id_seconds,
      ]);
    },
    async close() {
      await Promise.all(running);
    },
  };
}
