/**
 * Which request ids were used. On SQLite in a file of its own: one insert for each signed request, too many to sync to the disk one by
 * one. A killed process loses nothing of it, as the system still holds what was written; a machine that loses power may lose
 * the newest rows. Such a start is recognised, and requests stamped before it are refused.
 */
import { hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { limits } from '../../shared/community/limits.ts';
import { openFile } from './sqlite.ts';
import type { Start } from './storage.ts';

export interface ReplayLog {
  /** Whether a request of this stamp may be one that was used and lost. Both Unix milliseconds. */
  isLost(stamp: number, now: number): boolean;
  /**
   * Notes a used request id; false where it was used before. All that come in one turn of the event loop are written by one
   * transaction, and none is answered before it is.
   */
  use(publicKey: string, requestId: string, registered: boolean, now: number): Promise<boolean>;
}

/** Rows that keys without registration may hold in all; the oldest give way. */
export const strangersMax = 10_000;
/** Milliseconds a row is kept at least; at most twice as long. */
const epochLength = limits.request_id_seconds * 1000;

/** What a used id is noted under. The public key has a fixed length, so that no two pairs give the same text. */
export const replayKey = (publicKey: string, requestId: string): Buffer =>
  hash('sha256', publicKey + requestId, 'buffer').subarray(0, 16);

// Two tables take turns: each request is looked for in both and noted in the one of its epoch, and the other is emptied
// whole when its turn comes. An index by age would cost as much as the insert itself.
const tables = `
  CREATE TABLE IF NOT EXISTS used_even (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_odd (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stranger (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, epoch INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS epoch (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS run (number INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS loss (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
`;

export interface LogStart extends Omit<Start, 'onError'> {
  /** Whether there are agents already, who may have used request ids before. */
  inhabited: boolean;
}

export function openReplayLog(path: string, start: LogStart): SqliteReplayLog {
  const file = openFile(path, 'FULL');
  file.exec(tables);
  const run = noteRun(file, start);
  file.exec('PRAGMA synchronous = NORMAL');
  return new SqliteReplayLog(file, run.number, run.lost ? start.elapsed : null);
}

/**
 * Notes that this process runs, and finds runs that never ended. One from another boot, or from none that is known, may have
 * lost rows. One from this boot was killed, or runs beside this one, and lost nothing. A loss is remembered for as long as it
 * matters, so that a second start does not forget it. A file that is new beside data that is not has lost everything: it was
 * removed, or the data came from a backup.
 */
function noteRun(
  file: DatabaseSync,
  { bootId, now, inhabited }: Omit<LogStart, 'elapsed'>,
): { number: number; lost: boolean } {
  file.exec('BEGIN IMMEDIATE');
  const unended = file.prepare('DELETE FROM run WHERE boot_id IS NOT ? OR boot_id IS NULL').run(bootId).changes;
  const isNew = file.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'run'").get() === undefined;
  if (unended > 0 || (isNew && inhabited)) {
    file.prepare('INSERT INTO loss VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1').run(now);
  }
  const number = Number(file.prepare('INSERT INTO run (boot_id) VALUES (?)').run(bootId).lastInsertRowid);
  const loss = file.prepare('SELECT at FROM loss').get()?.at;
  file.exec('COMMIT');
  return { number, lost: loss !== undefined && Math.abs(now - Number(loss)) < epochLength };
}

/** Who waits for the end of the transaction that is open. */
interface Waiting {
  fresh: boolean;
  resolve: (fresh: boolean) => void;
  reject: (error: unknown) => void;
}

export class SqliteReplayLog implements ReplayLog {
  readonly #file: DatabaseSync;
  readonly #run: number;
  /** By parity of the epoch. */
  readonly #insert: readonly [StatementSync, StatementSync];
  readonly #insertStranger: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #epoch = -1;
  #waiting: Waiting[] = [];

  /** Time since the start; null where nothing was lost before it. */
  readonly #sinceStart: (() => number) | null;

  constructor(file: DatabaseSync, run: number, elapsed: (() => number) | null) {
    this.#file = file;
    this.#run = run;
    const start = elapsed?.() ?? 0;
    this.#sinceStart = elapsed && (() => elapsed() - start);
    const insert = (into: string, other: string) =>
      file.prepare(
        `INSERT INTO ${into} SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM ${other} WHERE key = ?1) ON CONFLICT DO NOTHING`,
      );
    this.#insert = [insert('used_even', 'used_odd'), insert('used_odd', 'used_even')];
    this.#insertStranger = file.prepare('INSERT INTO stranger (key, epoch) VALUES (?, ?) RETURNING number');
    this.#begin = file.prepare('BEGIN IMMEDIATE');
    this.#commit = file.prepare('COMMIT');
  }

  isLost(stamp: number, now: number): boolean {
    // Counted back from now: the clock may have been put right since the start.
    return this.#sinceStart !== null && stamp < now - this.#sinceStart();
  }

  use(publicKey: string, requestId: string, registered: boolean, now: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      try {
        if (this.#waiting.length === 0) {
          this.#begin.run();
          setImmediate(() => this.#flush());
        }
        this.#turn(now);
        const key = replayKey(publicKey, requestId);
        const fresh = this.#insert[this.#epoch & 1]!.run(key).changes === 1;
        if (fresh && !registered) this.#noteStranger(key);
        this.#waiting.push({ fresh, resolve, reject });
      } catch (error) {
        this.#giveUp(error);
        reject(error);
      }
    });
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    try {
      this.#commit.run();
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { fresh, resolve } of waiting) resolve(fresh);
  }

  /** Nobody is told that an id was fresh which may not have been written. */
  #giveUp(error: unknown): void {
    if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
    // The turn of the tables may be undone with it.
    this.#epoch = -1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }

  #noteStranger(key: Uint8Array): void {
    const { number } = this.#insertStranger.get(key, this.#epoch) as { number: number };
    const dropped = this.#file
      .prepare('DELETE FROM stranger WHERE number <= ? RETURNING key')
      .all(number - strangersMax);
    for (const { key: oldest } of dropped) {
      this.#file.prepare('DELETE FROM used_even WHERE key = ?').run(oldest!);
      this.#file.prepare('DELETE FROM used_odd WHERE key = ?').run(oldest!);
    }
  }

  /** Empties the table whose turn has come. Inside a transaction. */
  #turn(now: number): void {
    const epoch = Math.floor(now / epochLength);
    if (epoch === this.#epoch) return;
    const done = Number(this.#file.prepare('SELECT number FROM epoch').get()?.number ?? -1);
    // Another process may have done it. A clock set back a little empties nothing; set back far, the count starts anew, as
    // what was used under the other time is stale by now.
    if (epoch < done - 1) this.#file.prepare('UPDATE epoch SET number = ?').run(epoch);
    if (epoch > done) {
      this.#file.exec(`DELETE FROM ${epoch & 1 ? 'used_odd' : 'used_even'}`);
      if (epoch > done + 1) this.#file.exec(`DELETE FROM ${epoch & 1 ? 'used_even' : 'used_odd'}`);
      this.#file.prepare('DELETE FROM stranger WHERE epoch < ?').run(epoch - 1);
      this.#file.prepare('INSERT INTO epoch VALUES (1, ?1) ON CONFLICT DO UPDATE SET number = ?1').run(epoch);
    }
    this.#epoch = epoch;
  }

  /** Forgets what is too old to matter. */
  sweep(now: number): void {
    // A transaction that is open looks at the time itself.
    if (this.#waiting.length > 0 || Math.floor(now / epochLength) === this.#epoch) return;
    this.#begin.run();
    try {
      this.#turn(now);
      this.#commit.run();
    } catch (error) {
      this.#giveUp(error);
      throw error;
    }
  }

  close(): void {
    this.#flush();
    // The rows must be on the disk before this run counts as ended.
    this.#file.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL;');
    this.#file.prepare('DELETE FROM run WHERE number = ?').run(this.#run);
    this.#file.close();
  }
}
