/**
 * The log of used request ids, which prevents replays. SQLite keeps it in a separate file that is not synced at each commit, as
 * every signed request inserts a row. A killed process loses no rows; a power loss may lose the newest. The next start detects
 * a possible loss, and requests with timestamps before that start are refused.
 */
import { hash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { limits } from '../../shared/community/limits.ts';
import { idOf } from './data-files.ts';
import type { StorageEnvironment } from './environment.ts';
import { isFull, openFile } from './sqlite-file.ts';

export interface ReplayLog {
  /** Whether a request with this timestamp may have been used and lost. Both in Unix milliseconds. */
  isLost(signedAt: number, now: number): boolean;
  /**
   * Stores a request id; resolves with false if it was used before. The ids of one turn of the event loop are written in one
   * transaction, and none is acknowledged before its commit.
   */
  use(publicKey: string, requestId: string, registered: boolean): Promise<boolean>;
}

/** Rows kept for all unregistered keys together; the oldest are dropped. */
export const unregisteredMax = 10_000;
/** Milliseconds. While the service runs, a row is kept for at least one epoch and at most two. */
const epochLength = limits.request_id_seconds * 1000;

/** The stored key of a used id. Public keys have a fixed length, so the concatenation is unambiguous. */
export const replayKey = (publicKey: string, requestId: string): Buffer =>
  hash('sha256', publicKey + requestId, 'buffer').subarray(0, 16);

// Two tables alternate: an id is looked up in both and inserted into that of the current epoch, and the other is emptied at
// the next epoch. An index by age would cost as much as the insert itself.
const schemaText = `
  CREATE TABLE IF NOT EXISTS used_even (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_odd (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stranger (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, epoch INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS epoch (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS run (number INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS loss (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
  INSERT INTO epoch VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

export interface ReplayEnvironment extends Omit<StorageEnvironment, 'onError'> {
  /** Whether agents are registered, so that request ids may have been used before. */
  hasAgents: boolean;
}

/** `freeSpace`: frees space on a full disk; returns false if it cannot. */
export function openReplayLog(path: string, environment: ReplayEnvironment, freeSpace = () => false): SqliteReplayLog {
  const file = openFile(path, 'FULL');
  file.exec(schemaText);
  const run = recordRun(file, environment);
  file.exec('PRAGMA synchronous = NORMAL');
  return new SqliteReplayLog(file, run, environment.elapsed, freeSpace);
}

/**
 * Records the run of this process, and detects earlier runs that did not end cleanly. A run from another or an unknown boot may
 * have lost rows; one from this boot was killed or is still running, and has lost none. A new file beside existing data has lost
 * all rows: it was deleted, or the data was restored from a backup. A loss is stored for one epoch, across further restarts.
 */
function recordRun(
  file: DatabaseSync,
  { bootId, now, hasAgents }: Omit<ReplayEnvironment, 'elapsed'>,
): { number: number; hasLoss: boolean } {
  file.exec('BEGIN IMMEDIATE');
  const uncleanRuns = file.prepare('DELETE FROM run WHERE boot_id IS NOT ? OR boot_id IS NULL').run(bootId).changes;
  const isNew = file.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'run'").get() === undefined;
  if (uncleanRuns > 0 || (isNew && hasAgents)) {
    file.prepare('INSERT INTO loss VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1').run(now);
  }
  const number = Number(file.prepare('INSERT INTO run (boot_id) VALUES (?)').run(bootId).lastInsertRowid);
  const lossTime = file.prepare('SELECT at FROM loss').get()?.at;
  file.exec('COMMIT');
  return { number, hasLoss: lossTime !== undefined && Math.abs(now - Number(lossTime)) < epochLength };
}

export interface UsedRequest {
  key: Uint8Array;
  /** Whether it was signed by an unregistered key. */
  stranger: boolean;
}

/** All stored ids. The service must not be running. */
export function* usedRequests(path: string): Generator<UsedRequest> {
  const file = new DatabaseSync(path);
  try {
    const hexOf = (key: unknown) => Buffer.from(key as Uint8Array).toString('hex');
    const strangers = new Set<string>();
    for (const { key } of file.prepare('SELECT key FROM stranger').iterate()) strangers.add(hexOf(key));
    for (const { key } of file.prepare('SELECT key FROM used_even UNION ALL SELECT key FROM used_odd').iterate()) {
      yield { key: key as Uint8Array, stranger: strangers.has(hexOf(key)) };
    }
  } finally {
    file.close();
  }
}

interface PendingUse {
  key: Uint8Array;
  registered: boolean;
  resolve: (isNew: boolean) => void;
  reject: (error: unknown) => void;
}

export class SqliteReplayLog implements ReplayLog {
  /** See data-files.ts. */
  readonly fileId: number;
  readonly #file: DatabaseSync;
  readonly #runNumber: number;
  readonly #elapsed: () => number;
  readonly #start: number;
  /** Whether ids from before the start may be lost. */
  readonly #hasLoss: boolean;
  readonly #freeSpace: () => boolean;
  /** By parity of the epoch. */
  readonly #insert: readonly [StatementSync, StatementSync];
  readonly #insertStranger: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #selectEpoch: StatementSync;
  /** The newest epoch seen by this process, and when it was first seen. */
  #latestEpoch = { epoch: -1, at: 0 };
  #pending: PendingUse[] = [];

  constructor(
    file: DatabaseSync,
    { number, hasLoss }: { number: number; hasLoss: boolean },
    elapsed: () => number,
    freeSpace: () => boolean,
  ) {
    this.fileId = idOf(file);
    this.#file = file;
    this.#runNumber = number;
    this.#hasLoss = hasLoss;
    this.#elapsed = elapsed;
    this.#start = elapsed();
    this.#freeSpace = freeSpace;
    const insert = (into: string, other: string) =>
      file.prepare(
        `INSERT INTO ${into} SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM ${other} WHERE key = ?1) ON CONFLICT DO NOTHING`,
      );
    this.#insert = [insert('used_even', 'used_odd'), insert('used_odd', 'used_even')];
    this.#insertStranger = file.prepare('INSERT INTO stranger (key, epoch) VALUES (?, ?) RETURNING number');
    this.#begin = file.prepare('BEGIN IMMEDIATE');
    this.#commit = file.prepare('COMMIT');
    this.#selectEpoch = file.prepare('SELECT number FROM epoch');
  }

  isLost(signedAt: number, now: number): boolean {
    // The start in terms of the current system clock, which may have been corrected since.
    return this.#hasLoss && signedAt < now - (this.#elapsed() - this.#start);
  }

  use(publicKey: string, requestId: string, registered: boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#flush());
      this.#pending.push({ key: replayKey(publicKey, requestId), registered, resolve, reject });
    });
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length === 0) return;
    const insertAll = () => {
      const epoch = this.#currentEpoch();
      return pending.map((use) => this.#insertId(use, epoch));
    };
    try {
      const newFlags = this.#runTransaction(insertAll);
      for (const [i, { resolve }] of pending.entries()) resolve(newFlags[i]!);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }

  #runTransaction<T>(work: () => T): T {
    try {
      return this.#tryTransaction(work);
    } catch (error) {
      if (!isFull(error) || !this.#freeSpace()) throw error;
      return this.#tryTransaction(work);
    }
  }

  #tryTransaction<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
      // The start of a new epoch may have been rolled back too.
      this.#latestEpoch.epoch = -1;
      throw error;
    }
  }

  #insertId({ key, registered }: PendingUse, epoch: number): boolean {
    const isNew = this.#insert[epoch & 1]!.run(key).changes === 1;
    if (isNew && !registered) this.#insertUnregistered(key, epoch);
    return isNew;
  }

  #insertUnregistered(key: Uint8Array, epoch: number): void {
    const { number } = this.#insertStranger.get(key, epoch) as { number: number };
    const deletedRows = this.#file
      .prepare('DELETE FROM stranger WHERE number <= ? RETURNING key')
      .all(number - unregisteredMax);
    for (const { key: deletedKey } of deletedRows) {
      this.#file.prepare('DELETE FROM used_even WHERE key = ?').run(deletedKey!);
      this.#file.prepare('DELETE FROM used_odd WHERE key = ?').run(deletedKey!);
    }
  }

  /**
   * The current epoch; call within a transaction. Starts the next one after a full epoch by the monotonic clock, so that
   * changes of the system time cannot drop rows early.
   */
  #currentEpoch(): number {
    const epoch = (this.#selectEpoch.get() as { number: number }).number;
    const now = this.#elapsed();
    // Another process may have started a new epoch.
    if (epoch !== this.#latestEpoch.epoch) this.#latestEpoch = { epoch, at: now };
    if (now - this.#latestEpoch.at < epochLength) return epoch;
    const nextEpoch = epoch + 1;
    this.#file.exec(`DELETE FROM ${nextEpoch & 1 ? 'used_odd' : 'used_even'}`);
    this.#file.prepare('DELETE FROM stranger WHERE epoch < ?').run(epoch);
    this.#file.prepare('UPDATE epoch SET number = ?').run(nextEpoch);
    this.#latestEpoch = { epoch: nextEpoch, at: now };
    return nextEpoch;
  }

  /** Deletes expired ids; call regularly, in case no requests arrive. */
  sweep(): void {
    this.#runTransaction(() => this.#currentEpoch());
  }

  close(): void {
    this.#flush();
    // The rows must be on the disk before this run counts as cleanly ended.
    this.#file.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL;');
    this.#file.prepare('DELETE FROM run WHERE number = ?').run(this.#runNumber);
    this.#file.close();
  }
}
