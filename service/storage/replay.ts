/**
 * Which request ids were used, in a file of its own: one insert for each signed request, too many to sync to the disk one by
 * one. A killed process loses nothing of it, as the system still holds what was written; a machine that loses power may lose
 * the newest rows. Such a start is recognised, and requests stamped before it are refused.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { limits } from '../../shared/community/limits.ts';
import { openFile } from './sqlite.ts';

export interface ReplayLog {
  /** Requests stamped before this time (Unix milliseconds) are to be refused; 0 where none are. */
  readonly refusesBefore: number;
  /** Notes a used request id. False where it was used before. */
  use(publicKey: string, requestId: string, registered: boolean, now: number): boolean;
  /** Forgets some of the rows that are too old to matter. */
  sweep(now: number): void;
  close(): void;
}

/** Rows that keys without registration may hold in all; the oldest give way. */
const strangersMax = 10_000;
/** Rows forgotten in one go: a sweep must not hold up requests. */
const sweepRows = 5000;

const tables = `
  CREATE TABLE IF NOT EXISTS used (
    public_key TEXT NOT NULL, request_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (public_key, request_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS used_age ON used (at);
  CREATE TABLE IF NOT EXISTS stranger (
    number INTEGER PRIMARY KEY AUTOINCREMENT, public_key TEXT NOT NULL, request_id TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS run (number INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS fence (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
`;

/** `bootId` names the time since the machine started; null where it cannot be told. */
export function openReplayLog(path: string, bootId: string | null, now: number): ReplayLog {
  const file = openFile(path, 'FULL');
  file.exec(tables);
  const run = noteRun(file, bootId, now);
  file.exec('PRAGMA synchronous = NORMAL');
  return new SqliteReplayLog(file, run);
}

/**
 * Notes that this process runs, and finds runs that never ended. One from another boot, or from none that is known, may have
 * lost rows; it moves the fence. One from this boot was killed, or runs beside this one, and lost nothing.
 */
function noteRun(file: DatabaseSync, bootId: string | null, now: number): { number: number; fence: number } {
  file.exec('BEGIN IMMEDIATE');
  const lost = file.prepare('DELETE FROM run WHERE boot_id IS NOT ? OR boot_id IS NULL').run(bootId).changes;
  if (lost > 0) {
    file.prepare('INSERT INTO fence VALUES (1, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)').run(now);
  }
  const number = Number(file.prepare('INSERT INTO run (boot_id) VALUES (?)').run(bootId).lastInsertRowid);
  const fence = file.prepare('SELECT at FROM fence').get()?.at;
  file.exec('COMMIT');
  return { number, fence: Number(fence ?? 0) };
}

class SqliteReplayLog implements ReplayLog {
  readonly refusesBefore: number;
  readonly #file: DatabaseSync;
  readonly #run: number;
  readonly #insert: StatementSync;
  readonly #insertStranger: StatementSync;
  readonly #dropStrangers: StatementSync;
  readonly #forgetStrangers: StatementSync;
  readonly #forgetOldStrangers: StatementSync;
  readonly #forget: StatementSync;

  constructor(file: DatabaseSync, run: { number: number; fence: number }) {
    this.#file = file;
    this.#run = run.number;
    this.refusesBefore = run.fence;
    this.#insert = file.prepare('INSERT INTO used VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    this.#insertStranger = file.prepare(
      'INSERT INTO stranger (public_key, request_id, at) VALUES (?, ?, ?) RETURNING number',
    );
    this.#dropStrangers = file.prepare(
      'DELETE FROM used WHERE (public_key, request_id) IN (SELECT public_key, request_id FROM stranger WHERE number <= ?)',
    );
    this.#forgetStrangers = file.prepare('DELETE FROM stranger WHERE number <= ?');
    this.#forgetOldStrangers = file.prepare('DELETE FROM stranger WHERE at < ?');
    this.#forget = file.prepare(
      'DELETE FROM used WHERE at < ?1 AND at <= (SELECT max(at) FROM (SELECT at FROM used ORDER BY at LIMIT ?2))',
    );
  }

  use(publicKey: string, requestId: string, registered: boolean, now: number): boolean {
    if (registered) return this.#insert.run(publicKey, requestId, now).changes === 1;
    this.#file.exec('BEGIN IMMEDIATE');
    try {
      const fresh = this.#insert.run(publicKey, requestId, now).changes === 1;
      if (fresh) {
        const { number } = this.#insertStranger.get(publicKey, requestId, now) as { number: number };
        this.#dropStrangers.run(number - strangersMax);
        this.#forgetStrangers.run(number - strangersMax);
      }
      this.#file.exec('COMMIT');
      return fresh;
    } catch (error) {
      if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
      throw error;
    }
  }

  sweep(now: number): void {
    const end = now - limits.request_id_seconds * 1000;
    this.#forgetOldStrangers.run(end);
    this.#forget.run(end, sweepRows);
  }

  close(): void {
    // The rows must be on the disk before this run counts as ended.
    this.#file.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL;');
    this.#file.prepare('DELETE FROM run WHERE number = ?').run(this.#run);
    this.#file.close();
  }
}
