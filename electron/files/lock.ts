/**
 * One owner process per data directory. The lock itself is SQLite's exclusive file lock: the kernel holds it, so it ends
 * with the process however that ends, and two starters can't both take over a dead owner's lock, as they can with a bare
 * pid file. The note beside it (`owner.json`: pid and start time) only names the owner to the one who is refused.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { prepareDataDir } from './data-dir.ts';

export interface DataDirLock {
  readonly dataDir: string;
  /** What had to be mended about the folder while taking it. */
  readonly notice: Problem | null;
  release(): Promise<void>;
}

const ownerSchema = z.object({ pid: z.int().positive(), started_at: z.int() });
export type DataDirOwner = z.infer<typeof ownerSchema>;

const SQLITE_BUSY = 5;

/** Held locks: a handle that were garbage collected would give its lock up silently. */
const held = new Set<DatabaseSync>();

/**
 * Takes a data directory: makes it where it is missing, closes it to others, and locks it.
 * @throws ParlorError `data_dir_busy` naming the owner's pid; `data_dir_unusable` when it belongs to another or can't hold a lock.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const notice = await prepareDataDir(dataDir);
  const handle = takeLock(dataDir) ?? (await refuse(dataDir));
  held.add(handle);
  const note = join(dataDir, 'owner.json');
  const owner: DataDirOwner = { pid: process.pid, started_at: Math.round(performance.timeOrigin) };
  let released = false;
  const release = async () => {
    if (released) return;
    released = true;
    await rm(note, { force: true });
    held.delete(handle);
    handle.close();
  };
  try {
    await writeFileAtomic(note, new TextEncoder().encode(`${JSON.stringify(owner)}\n`));
  } catch (error) {
    await release();
    throw unusable(dataDir, error);
  }
  return { dataDir, notice, release };
}

/** Who holds the directory, as its note says; null when there is no readable note. */
export async function readDataDirOwner(dataDir: string): Promise<DataDirOwner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(join(dataDir, 'owner.json'), 'utf8')));
  } catch {
    return null;
  }
}

function takeLock(dataDir: string): DatabaseSync | null {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(join(dataDir, 'lock.db'));
    handle.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    handle?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw unusable(dataDir, error);
  }
}

async function refuse(dataDir: string): Promise<never> {
  const owner = await readDataDirOwner(dataDir);
  throw new ParlorError(
    'data_dir_busy',
    owner === null
      ? `Another Parlor is using ${dataDir}. Use that one, end it, or choose another folder with --data-dir.`
      : `Another Parlor (process ${owner.pid}) is using ${dataDir}. Use that one, end it, or choose another folder with --data-dir.`,
    owner === null ? { path: dataDir } : { path: dataDir, pid: owner.pid, started_at: owner.started_at },
  );
}

function unusable(dataDir: string, cause: unknown): ParlorError {
  return new ParlorError(
    'data_dir_unusable',
    `Parlor can't write in the data folder ${dataDir}. Mend its permissions, free some space, or choose another with --data-dir.`,
    { path: dataDir },
    { cause },
  );
}
