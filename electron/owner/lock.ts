/**
 * One owner process per data directory. The lock is SQLite's exclusive file lock: the kernel releases it when the process exits in any
 * way, and unlike a pid file it cannot be taken over by two processes at once. `owner.json` (pid and start time) only identifies the
 * owner in error messages.
 */
import { chmodSync, lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ParlorError, reportError } from '../../shared/errors.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { prepareDataDir, withDataDirErrors } from '../files/data-dir.ts';
import { setForeignAside } from '../files/foreign-entries.ts';
import { ownFile, readForeignText, refusalOfKind, refusedError } from '../files/foreign-file.ts';

export interface DataDirLock {
  readonly dataDir: string;
  /** `discard`: removes the directory if it was created for this lock. */
  release(options?: { discard: boolean }): Promise<void>;
}

const ownerSchema = z.object({ pid: z.int().positive(), started_at: z.int() });
export type DataDirOwner = z.infer<typeof ownerSchema>;

const SQLITE_BUSY = 5;

/** Keeps handles from being garbage-collected, which would release their locks. */
const openHandles = new Set<DatabaseSync>();

/**
 * Creates, secures and locks a data directory. Whatever another user of the computer has put there meanwhile is set aside and reported.
 * @throws ParlorError `data_dir_busy` with the owner's pid; `data_dir_unusable` if it belongs to another user or cannot be locked.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const isNew = await prepareDataDir(dataDir);
  const discardIfNew = async () => {
    if (isNew)
      await rm(dataDir, { recursive: true, force: true }).catch((error: unknown) => reportError(error, 'data folder'));
  };
  // The lock is one of these entries.
  const earlier = isNew ? null : await setAsideIn(dataDir, { levels: 1 });
  const handle = await takeLock(dataDir).catch(async (error: unknown) => {
    if (!(error instanceof ParlorError && error.code === 'data_dir_busy')) await discardIfNew();
    throw error;
  });
  openHandles.add(handle);
  const ownerPath = join(dataDir, 'owner.json');
  const owner: DataDirOwner = { pid: process.pid, started_at: Math.round(performance.timeOrigin) };
  let released = false;
  const release = async ({ discard } = { discard: false }) => {
    if (released) return;
    released = true;
    await rm(ownerPath, { force: true }).catch((error: unknown) => reportError(error, 'data folder'));
    // Runs before others can acquire the lock.
    if (discard) await discardIfNew();
    openHandles.delete(handle);
    handle.close();
  };
  try {
    await writeFileAtomic(ownerPath, `${JSON.stringify(owner)}\n`);
  } catch (error) {
    await release({ discard: true });
    throw unusableError(dataDir, error);
  }
  try {
    // Only its owner goes through the whole folder, which takes a second for thousands of tables.
    if (!isNew) await setAsideIn(dataDir, { into: earlier });
  } catch (error) {
    await release();
    throw error;
  }
  return { dataDir, release };
}

/** Resolves with the folder that what was set aside is in, if there is one. */
const setAsideIn = (dataDir: string, options: Parameters<typeof setForeignAside>[1]): Promise<string | null> =>
  withDataDirErrors(dataDir, async () => {
    const { folder, reports } = await setForeignAside(dataDir, options);
    for (const error of reports) reportError(error, 'data folder');
    return folder;
  });

/** Reads `owner.json`; null if it is missing or invalid. */
export async function readDataDirOwner(dataDir: string): Promise<DataDirOwner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readForeignText(join(dataDir, 'owner.json'), ownFile.value)));
  } catch {
    return null;
  }
}

const takeLock = async (dataDir: string) => acquireLock(dataDir) ?? throwBusy(dataDir);

function acquireLock(dataDir: string): DatabaseSync | null {
  let handle: DatabaseSync | undefined;
  try {
    const path = join(dataDir, 'lock.db');
    const status = lstatSync(path, { throwIfNoEntry: false });
    const refusal = status && refusalOfKind(status);
    if (refusal) throw refusedError(path, refusal);
    handle = new DatabaseSync(path);
    // By path: closing another descriptor of the file would release the lock.
    chmodSync(path, 0o600);
    handle.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    handle?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw unusableError(dataDir, error);
  }
}

async function throwBusy(dataDir: string): Promise<never> {
  const owner = await readDataDirOwner(dataDir);
  throw new ParlorError(
    'data_dir_busy',
    owner === null
      ? `Another Parlor is using ${dataDir}. Use that one, quit it, or choose another folder with --data-dir.`
      : `Another Parlor (process ${owner.pid}) is using ${dataDir}. Use that one, quit it, or choose another folder with --data-dir.`,
    owner === null ? { path: dataDir } : { path: dataDir, pid: owner.pid, started_at: owner.started_at },
  );
}

function unusableError(dataDir: string, cause: unknown): ParlorError {
  return new ParlorError(
    'data_dir_unusable',
    `Parlor can't write in the data folder ${dataDir}. Correct its permissions, free some space, or choose another with --data-dir.`,
    { path: dataDir },
    { cause },
  );
}
