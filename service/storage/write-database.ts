/** Writes an SQLite database into one new file, checked and synced to the disk. */
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { busyTimeout } from './sqlite-file.ts';

/** More pages than a file can have. A backup in several steps would restart after each concurrent write. */
const allPages = 2 ** 31 - 1;

/** Copies a consistent snapshot of the database at `from`, which may be in use, through `writeDatabase`. */
export function copyDatabase(from: string, to: string, { replace }: { replace: boolean }): Promise<number> {
  const fill = async (partial: string) => {
    const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeout });
    try {
      await backup(source, partial, { rate: allPages });
    } finally {
      source.close();
    }
  };
  return writeDatabase(to, fill, { replace });
}

/**
 * Writes a database to `to`, readable by its owner only, through `TO.partial`, which `fill` fills. Rejects with EEXIST if either
 * exists, unless `replace` is set, which requires that no other process writes there. Resolves with the size in bytes.
 */
export async function writeDatabase(
  to: string,
  fill: (partial: string) => Promise<void>,
  { replace }: { replace: boolean },
): Promise<number> {
  const partial = `${to}.partial`;
  if (replace) await rm(partial, { force: true });
  await (await open(partial, 'wx', 0o600)).close();
  try {
    await fill(partial);
    checkIntegrity(partial);
    const file = await open(partial, 'r+');
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    if (replace) await rename(partial, to);
    else await link(partial, to);
    await syncFolder(dirname(to));
    return size;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(partial + suffix, { force: true });
  }
}

/** Throws if the copy is damaged. Ends WAL mode, so that the file can be read from a read-only disk. */
function checkIntegrity(path: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA journal_mode = DELETE');
    const [first] = file.prepare('PRAGMA integrity_check(1)').all();
    if (first?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${first?.integrity_check}`);
  } finally {
    file.close();
  }
}

/** Makes the rename itself survive a power loss. Windows cannot sync folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
