/** Writes an SQLite database into one new file, checked and synced to the disk. */
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { newFileId, requireOwnLog } from './data-files.ts';
import { busyTimeout } from './sqlite-file.ts';

/** More pages than a file can have. A backup in several steps would restart after each concurrent write. */
const allPages = 2 ** 31 - 1;

/** Copies a consistent snapshot of the database at `sourcePath`, which may be in use, through `writeDatabase`. */
export async function copyDatabase(
  sourcePath: string,
  targetPath: string,
  { replace }: { replace: boolean },
): Promise<number> {
  requireOwnLog(sourcePath);
  const fillFile = async (partialPath: string) => {
    const source = new DatabaseSync(sourcePath, { readOnly: true, timeout: busyTimeout });
    try {
      await backup(source, partialPath, { rate: allPages });
    } finally {
      source.close();
    }
  };
  return writeDatabase(targetPath, fillFile, { replace });
}

/**
 * Writes a database to `targetPath`, readable by its owner only, through `TARGET.partial`, which `fillFile` fills. Rejects with
 * EEXIST if either exists, unless `replace` is set, which requires that no other process writes there. Resolves with the size in
 * bytes.
 */
export async function writeDatabase(
  targetPath: string,
  fillFile: (partialPath: string) => Promise<void>,
  { replace }: { replace: boolean },
): Promise<number> {
  const partialPath = `${targetPath}.partial`;
  if (replace) await rm(partialPath, { force: true });
  await (await open(partialPath, 'wx', 0o600)).close();
  try {
    await fillFile(partialPath);
    finish(partialPath);
    const file = await open(partialPath, 'r+');
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    if (replace) await rename(partialPath, targetPath);
    else await link(partialPath, targetPath);
    await syncFolder(dirname(targetPath));
    return size;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(partialPath + suffix, { force: true });
  }
}

/** Throws if the copy is damaged. Ends WAL mode, so that the file can be read from a read-only disk, and gives it an id of its own. */
function finish(path: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${newFileId()}`);
    const [firstRow] = file.prepare('PRAGMA integrity_check(1)').all();
    if (firstRow?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${firstRow?.integrity_check}`);
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
