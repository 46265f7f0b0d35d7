/**
 * Group commit for SQLite: a commit waits for the disk, so concurrent transactions share one. Transactions that wait when a
 * group begins, or arrive while it runs, run in turn within it, each in its own savepoint. None is acknowledged before the
 * commit; if that fails, all fail.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { inBackground } from '../../shared/background.ts';
import type { Tables, Writer } from './schema.ts';

/** Bounds the latency of the first transaction in a group. */
const maxGroupSize = 64;

interface QueuedTransaction {
  /** Resolves with a function that acknowledges the transaction. */
  run: (db: Writer) => Promise<() => void>;
  reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #db: Kysely<Tables>;
  /** The connection behind `db`. */
  readonly #file: DatabaseSync;
  readonly #queue: QueuedTransaction[] = [];
  #running = false;

  constructor(db: Kysely<Tables>, file: DatabaseSync) {
    this.#db = db;
    this.#file = file;
  }

  /** Resolves once `work` has run and its group is committed. Rejects with the error of `work` or of the commit. */
  transaction<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = async (db: Writer) => {
        const value = await work(db);
        return () => resolve(value);
      };
      this.#queue.push({ run, reject });
      if (!this.#running) inBackground('group commit', this.#runGroups());
    });
  }

  async #runGroups(): Promise<void> {
    this.#running = true;
    try {
      while (this.#queue.length > 0) {
        // The only connection of `db` is held for the whole group, so its statements form one transaction.
        await this.#db
          .connection()
          .execute((db) => this.#runGroup(db as Writer))
          .catch((error) => this.#rejectAll(error));
      }
    } finally {
      this.#running = false;
    }
  }

  async #runGroup(db: Writer): Promise<void> {
    const group: { queuedTransaction: QueuedTransaction; acknowledge: () => void }[] = [];
    try {
      // Takes the write lock first, so that what the transaction reads cannot change before it writes.
      this.#file.exec('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#rejectAll(error);
    }
    try {
      while (group.length < maxGroupSize) {
        const queuedTransaction = this.#queue.shift();
        if (!queuedTransaction) break;
        const groupMember = { queuedTransaction, acknowledge: () => {} };
        group.push(groupMember);
        this.#file.exec('SAVEPOINT member');
        try {
          groupMember.acknowledge = await queuedTransaction.run(db);
        } catch (error) {
          // SQLite rolls the whole transaction back on some errors, such as a full disk.
          if (!this.#file.isTransaction) throw error;
          groupMember.acknowledge = () => queuedTransaction.reject(error);
          this.#file.exec('ROLLBACK TO member');
        }
        this.#file.exec('RELEASE member');
      }
      this.#file.exec('COMMIT');
    } catch (error) {
      try {
        if (this.#file.isTransaction) this.#file.exec('ROLLBACK');
      } catch {
        // On a failing disk even this statement can fail; the transaction is over all the same.
      }
      for (const { queuedTransaction } of group) queuedTransaction.reject(error);
      return;
    }
    for (const { acknowledge } of group) acknowledge();
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#queue.splice(0)) reject(error);
  }
}
