/** The replay log on PostgreSQL: used request ids in a table that all processes share. The first insert of a key wins. */
import type { Pool } from 'pg';
import { limits } from '../../shared/community/limits.ts';
import { type ReplayLog, replayKey, unregisteredMax } from './replay-log.ts';

/** `stranger`: 1 if the request was signed by an unregistered key. */
export const replayTables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS used_request (key bytea PRIMARY KEY, used_at timestamptz NOT NULL DEFAULT clock_timestamp(), stranger smallint NOT NULL)',
  'CREATE INDEX IF NOT EXISTS used_request_age ON used_request (used_at)',
  'CREATE INDEX IF NOT EXISTS used_request_stranger ON used_request (used_at, key) WHERE stranger = 1',
];

interface PendingUse {
  key: Buffer;
  stranger: number;
  resolve: (isNew: boolean) => void;
  reject: (error: unknown) => void;
}

export interface PostgresReplayLog extends ReplayLog {
  /** Deletes expired ids. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function openPostgresReplayLog(pool: Pool): PostgresReplayLog {
  let pendingUses: PendingUse[] = [];
  const runningFlushes = new Set<Promise<void>>();

  /** Inserts all ids of one turn of the event loop in one statement. */
  async function flush(batch: PendingUse[]): Promise<void> {
    // A fixed order prevents deadlocks between processes.
    batch.sort((a, b) => Buffer.compare(a.key, b.key));
    try {
      const { rows } = await pool.query({
        name: 'use_requests',
        text: `INSERT INTO used_request (key, stranger) SELECT * FROM unnest($1::bytea[], $2::smallint[])
          ON CONFLICT DO NOTHING RETURNING key`,
        values: [batch.map(({ key }) => key), batch.map(({ stranger }) => stranger)],
      });
      const newKeys = new Set(rows.map(({ key }: { key: Buffer }) => key.toString('hex')));
      if (batch.some(({ stranger }) => stranger === 1)) await deleteOldestUnregistered();
      // Of two requests with the same key, the first wins.
      for (const { key, resolve } of batch) resolve(newKeys.delete(key.toString('hex')));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function deleteOldestUnregistered(): Promise<void> {
    await pool.query({
      name: 'drop_strangers',
      text: `DELETE FROM used_request WHERE key IN (
        SELECT key FROM used_request WHERE stranger = 1 ORDER BY used_at DESC, key OFFSET ${unregisteredMax})`,
    });
  }

  return {
    // PostgreSQL syncs each commit, so no acknowledged id can be lost.
    isLost: () => false,
    use(publicKey, requestId, registered) {
      return new Promise((resolve, reject) => {
        if (pendingUses.length === 0) {
          setImmediate(() => {
            const batch = pendingUses;
            pendingUses = [];
            const run = flush(batch).finally(() => runningFlushes.delete(run));
            runningFlushes.add(run);
          });
        }
        const key = replayKey(publicKey, requestId);
        pendingUses.push({ key, stranger: registered ? 0 : 1, resolve, reject });
      });
    },
    async sweep() {
      // By the database's clock, so that a process with a wrong one cannot delete ids early; that of the statement, as an index can be searched
      // only by a time that doesn't change meanwhile.
      await pool.query('DELETE FROM used_request WHERE used_at < statement_timestamp() - make_interval(secs => $1)', [
        limits.request_id_seconds,
      ]);
    },
    async close() {
      await Promise.all(runningFlushes);
    },
  };
}
