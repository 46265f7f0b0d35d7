/**
 * Write transactions of SQLite, several to one commit. A commit waits for the disk. So all that are waiting when one begins, or
 * come while it runs, run one after the other inside it, each behind a savepoint of its own; none is answered before the
 * commit, and where that fails none of them happened.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Tables, Writer } from './schema.ts';

/** So that the first of them does not wait for long. */
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
      // On the one connection of `db`, which nobody else can have meanwhile, this is a transaction by its statements.
      await this.#db
        .connection()
        .execute((db) => this.#runGroup(db as Writer))
        .catch((error) => this.#refuse(error));
    }
    this.#running = false;
  }

  async #runGroup(db: Writer): Promise<void> {
    const group: { waiting: Waiting; settle: () => void }[] = [];
    const giveUp = (error: unknown) => {
      for (const { waiting } of group) waiting.reject(error);
    };
    try {
      // A transaction that only later turns into a writer could find that what it read is no longer true.
      this.#file.exec('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#refuse(error);
    }
    while (group.length < groupMax) {
      const waiting = this.#waiting.shift();
      if (!waiting) break;
      this.#file.exec('SAVEPOINT one');
      try {
        const settle = await waiting.run(db);
        group.push({ waiting, settle });
      } catch (error) {
        group.push({ waiting, settle: () => waiting.reject(error) });
        // SQLite itself takes everything back on some errors, a full disk among them.
        if (!this.#file.isTransaction) return giveUp(error);
        this.#file.exec('ROLLBACK TO one');
      }
      this.#file.exec('RELEASE one');
    }
    try {
      this.#file.exec('COMMIT');
    } catch (error) {
      if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
      return giveUp(error);
    }
    for (const { settle } of group) settle();
  }

  #refuse(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
