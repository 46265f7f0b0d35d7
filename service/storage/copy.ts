/** Whole copies of an SQLite file while others write to it: one moment of it, in one file, checked and on the disk. */
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** More pages than a file can have: in one step no writer can make it begin anew. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the database at `from` to `to`, readable by its owner only. `to` appears whole or not at all; until then it is
 * `TO.partial`. What is there under either name stays (EEXIST), unless the caller is the only one who writes there and says
 * `replace`. Resolves with its size in bytes.
 */
export async function copyDatabase(from: string, to: string, { replace }: { replace: boolean }): Promise<number> {
  const partial = `${to}.partial`;
  if (replace) await rm(partial, { force: true });
  await (await open(partial, 'wx', 0o600)).close();
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    try {
      await backup(source, partial, { rate: allPages });
    } finally {
      source.close();
    }
    checkWhole(partial);
    const file = await open(partial, 'r+');
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    if (replace) await rename(partial, to);
    else await link(partial, to);
    await syncFolder(dirname(to));
    return size;
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) await rm(partial + rest, { force: true });
  }
}

/** Throws where the copy is damaged. Leaves one file that can be read from a disk that cannot be written. */
function checkWhole(path: string): void {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA journal_mode = DELETE');
    const [first] = file.prepare('PRAGMA integrity_check(1)').all();
    if (first?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${first?.integrity_check}`);
  } finally {
    file.close();
  }
}

/** The name itself must survive a loss of power too. Windows has no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
