/** A file of SQLite, opened as the service wants it. */
import { accessSync, constants } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How much may be lost when the power goes: nothing that was acknowledged, or the last moments. */
export type Durability = 'FULL' | 'NORMAL';

/** Milliseconds a statement waits for another process that writes. */
export const busyTimeout = 5000;

/** Whether the disk had no room for what a statement wrote. */
export const isFull = (error: unknown): boolean => (error as { errcode?: number }).errcode === 13;

export function openFile(path: string, durability: Durability): DatabaseSync {
  try {
    const file = new DatabaseSync(path, { timeout: busyTimeout });
    // SQLite opens what it may not write for reading, and says so only to the first who writes.
    accessSync(path, constants.W_OK);
    file.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability};`);
    return file;
  } catch (error) {
    throw new Error(`${basename(path)}: ${(error as Error).message}`, { cause: error });
  }
}
