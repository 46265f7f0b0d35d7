/**
 * Which request ids were used. On SQLite in a file of its own: one insert for each signed request, too many to sync to the disk one by
 * one. A killed process loses nothing of it, as the system still holds what was written; a machine that loses power may lose
 * the newest rows. Such a start is recognised, and requests stamped before it are refused.
 */
import { hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { limits } from '../../shared/community/limits.ts';
import { isFull, openFile } from './file.ts';
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
/** Milliseconds a row is kept at least; at most twice as long, in a service that runs. */
const turnLength = limits.request_id_seconds * 1000;

/** What a used id is noted under. The public key has a fixed length, so that no two pairs give the same text. */
export const replayKey = (publicKey: string, requestId: string): Buffer =>
  hash('sha256', publicKey + requestId, 'buffer').subarray(0, 16);

// Two tables take turns: each request is looked for in both and noted in the one whose turn it is, and the other is emptied
// whole before its turn. An index by age would cost as much as the insert itself.
const tables = `
  CREATE TABLE IF NOT EXISTS used_even (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_odd (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stranger (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, epoch INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS epoch (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS run (number INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS loss (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
  INSERT INTO epoch VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

export interface LogStart extends Omit<Start, 'onError'> {
  /** Whether there are agents already, who may have used request ids before. */
  inhabited: boolean;
}

/** `makeRoom`: frees space on a disk that is full; false where it cannot. */
export function openReplayLog(path: string, start: LogStart, makeRoom = () => false): SqliteReplayLog {
  const file = openFile(path, 'FULL');
  file.exec(tables);
  const run = noteRun(file, start);
  file.exec('PRAGMA synchronous = NORMAL');
  return new SqliteReplayLog(file, run, start.elapsed, makeRoom);
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
  return { number, lost: loss !== undefined && Math.abs(now - Number(loss)) < turnLength };
}

/** A request id that waits for the next transaction. */
interface Waiting {
  key: Uint8Array;
  registered: boolean;
  resolve: (fresh: boolean) => void;
  reject: (error: unknown) => void;
}

export class SqliteReplayLog implements ReplayLog {
  readonly #file: DatabaseSync;
  readonly #run: number;
  readonly #elapsed: () => number;
  readonly #start: number;
  /** Whether what was noted before the start may be lost. */
  readonly #lost: boolean;
  readonly #makeRoom: () => boolean;
  /** By parity of the turn. */
  readonly #insert: readonly [StatementSync, StatementSync];
  readonly #insertStranger: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #turn: StatementSync;
  /** The newest turn that was seen, and when it was seen first. */
  #seen = { turn: -1, at: 0 };
  #waiting: Waiting[] = [];

  constructor(
    file: DatabaseSync,
    { number, lost }: { number: number; lost: boolean },
    elapsed: () => number,
    makeRoom: () => boolean,
  ) {
    this.#file = file;
    this.#run = number;
    this.#lost = lost;
    this.#elapsed = elapsed;
    this.#start = elapsed();
    this.#makeRoom = makeRoom;
    const insert = (into: string, other: string) =>
      file.prepare(
        `INSERT INTO ${into} SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM ${other} WHERE key = ?1) ON CONFLICT DO NOTHING`,
      );
    this.#insert = [insert('used_even', 'used_odd'), insert('used_odd', 'used_even')];
    this.#insertStranger = file.prepare('INSERT INTO stranger (key, epoch) VALUES (?, ?) RETURNING number');
    this.#begin = file.prepare('BEGIN IMMEDIATE');
    this.#commit = file.prepare('COMMIT');
    this.#turn = file.prepare('SELECT number FROM epoch');
  }

  isLost(stamp: number, now: number): boolean {
    // Counted back from now: the clock may have been put right since the start.
    return this.#lost && stamp < now - (this.#elapsed() - this.#start);
  }

  use(publicKey: string, requestId: string, registered: boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ key: replayKey(publicKey, requestId), registered, resolve, reject });
    });
  }

  /** Nobody is told that an id was fresh before it is written. */
  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const note = () => {
      const turn = this.#present();
      return waiting.map((each) => this.#note(each, turn));
    };
    try {
      const fresh = this.#transact(note);
      for (const [i, { resolve }] of waiting.entries()) resolve(fresh[i]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  #transact<T>(act: () => T): T {
    try {
      return this.#try(act);
    } catch (error) {
      if (!isFull(error) || !this.#makeRoom()) throw error;
      return this.#try(act);
    }
  }

  #try<T>(act: () => T): T {
    this.#begin.run();
    try {
      const result = act();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
      // A turn may be undone with it.
      this.#seen.turn = -1;
      throw error;
    }
  }

  #note({ key, registered }: Waiting, turn: number): boolean {
    const fresh = this.#insert[turn & 1]!.run(key).changes === 1;
    if (fresh && !registered) this.#noteStranger(key, turn);
    return fresh;
  }

  #noteStranger(key: Uint8Array, turn: number): void {
    const { number } = this.#insertStranger.get(key, turn) as { number: number };
    const dropped = this.#file
      .prepare('DELETE FROM stranger WHERE number <= ? RETURNING key')
      .all(number - strangersMax);
    for (const { key: oldest } of dropped) {
      this.#file.prepare('DELETE FROM used_even WHERE key = ?').run(oldest!);
      this.#file.prepare('DELETE FROM used_odd WHERE key = ?').run(oldest!);
    }
  }

  /**
   * The present turn, inside a transaction. The next one comes when this process saw one for its whole length, by the clock
   * that nobody sets: a time of day that jumps, forth and back, forgets nothing.
   */
  #present(): number {
    const turn = (this.#turn.get() as { number: number }).number;
    const now = this.#elapsed();
    // Another process may have taken the turn.
    if (turn !== this.#seen.turn) this.#seen = { turn, at: now };
    if (now - this.#seen.at < turnLength) return turn;
    const next = turn + 1;
    this.#file.exec(`DELETE FROM ${next & 1 ? 'used_odd' : 'used_even'}`);
    this.#file.prepare('DELETE FROM stranger WHERE epoch < ?').run(turn);
    this.#file.prepare('UPDATE epoch SET number = ?').run(next);
    this.#seen = { turn: next, at: now };
    return next;
  }

  /** Forgets what is too old to matter; to be called now and then, also where nobody asks. */
  sweep(): void {
    this.#transact(() => this.#present());
  }

  close(): void {
    this.#flush();
    // The rows must be on the disk before this run counts as ended.
    this.#file.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL;');
    this.#file.prepare('DELETE FROM run WHERE number = ?').run(this.#run);
    this.#file.close();
  }
}
