/**
 * Group commit for SQLite, as each commit waits for the disk. Transactions that wait when a group begins, or arrive while it
 * runs, run in turn within it, each in its own savepoint. None is acknowledged before the commit; if that fails, all fail.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Tables, Writer } from './schema.ts';

/** Bounds the latency of the first transaction in a group. */
const groupMax = 64;

interface Waiting {
  run: (db: Writer) => Promise<() => void>;
  reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #db: Kysely<Tables>;
  /** The connection behind `db`. */
  readonly #file: DatabaseSync;
  readonly #waiting: Waiting[] = [];
  #running = false;

  constructor(db: Kysely<Tables>, file: DatabaseSync) {
    this.#db = db;
    this.#file = file;
  }

  transaction<T>(act: (db: Writer) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = async (db: Writer) => {
        const value = await act(db);
        return () => resolve(value);
      };
      this.#waiting.push({ run, reject });
      if (!this.#running) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // The only connection of `db` is held for the whole group, so its statements form one transaction.
      await this.#db
        .connection()
        .execute((db) => this.#runGroup(db as Writer))
        .catch((error) => this.#refuse(error));
    }
    this.#running = false;
  }

  async #runGroup(db: Writer): Promise<void> {
    const group: { waiting: Waiting; settle: () => void }[] = [];
    try {
      // Takes the write lock first, so that what the transaction reads cannot change before it writes.
      this.#file.exec('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#refuse(error);
    }
    try {
      while (group.length < groupMax) {
        const waiting = this.#waiting.shift();
        if (!waiting) break;
        const member = { waiting, settle: () => {} };
        group.push(member);
        this.#file.exec('SAVEPOINT one');
        try {
          member.settle = await waiting.run(db);
        } catch (error) {
          // SQLite rolls the whole transaction back on some errors, such as a full disk.
          if (!this.#file.isTransaction) throw error;
          member.settle = () => waiting.reject(error);
          this.#file.exec('ROLLBACK TO one');
        }
        this.#file.exec('RELEASE one');
      }
      this.#file.exec('COMMIT');
    } catch (error) {
      // On a failing disk even this statement can fail; the transaction is over all the same.
      if (this.#file.isTransaction) attempt(() => this.#file.exec('ROLLBACK'));
      for (const { waiting } of group) waiting.reject(error);
      return;
    }
    for (const { settle } of group) settle();
  }

  #refuse(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The caller reports the error before this one.
  }
}
