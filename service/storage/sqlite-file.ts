/** Opens SQLite files, and classifies their errors by result code (https://www.sqlite.org/rescode.html). */
import { accessSync, constants } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noteOpened, requireOwnLog } from './data-files.ts';

/** What a power loss may destroy: no committed transaction (FULL), or the most recent ones (NORMAL). */
export type Durability = 'FULL' | 'NORMAL';

/** Milliseconds a statement waits for the lock of another process. */
export const busyTimeout = 5000;

/** Whether a statement failed because the disk is full (SQLITE_FULL). */
export const isFull = (error: unknown): boolean => (error as { errcode?: number }).errcode === 13;

/** Whether a statement failed because the disk reported an error (SQLITE_IOERR and its extended codes). */
export const isIoError = (error: unknown): boolean => (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 10;

/** Whether a statement failed because another process holds a lock (SQLITE_BUSY). */
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 5;

/** Whether a file could not be opened (SQLITE_CANTOPEN), usually because it belongs to another user. */
const isCannotOpen = (error: unknown): boolean => (error as { errcode?: number }).errcode === 14;

const retryMs = 20;

/** SQLite doesn't wait for a process that writes to a file which is not in WAL mode yet, such as another service that starts. */
function enterWal(file: DatabaseSync): void {
  const deadline = performance.now() + busyTimeout;
  for (;;) {
    try {
      file.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

/** Opens or creates a file in WAL mode. Throws an Error that names the file if it cannot be opened or written. */
export function openFile(path: string, durability: Durability): DatabaseSync {
  try {
    requireOwnLog(path);
    const file = new DatabaseSync(path, { timeout: busyTimeout });
    // SQLite silently opens an unwritable file read-only, and fails at the first write.
    accessSync(path, constants.W_OK);
    enterWal(file);
    file.exec(`PRAGMA synchronous = ${durability}`);
    noteOpened(path, file);
    return file;
  } catch (error) {
    const isClosed = isCannotOpen(error) || (error as NodeJS.ErrnoException).code === 'EACCES';
    const advice = isClosed ? '. The file and its directory have to belong to the user of the service' : '';
    throw new Error(`${basename(path)}: ${(error as Error).message}${advice}`, { cause: error });
  }
}
