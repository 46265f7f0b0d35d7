/** Atomic writes: after a crash or power loss a reader finds either the old content or the new. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface AtomicWrite {
  /** Permission bits; 0600 by default. */
  mode?: number;
  /** Keeps the previous version as `<path>.bak`. */
  backup?: boolean;
}

const temporaryMark = '.tmp-';

/**
 * Replaces `path` with `content`, a text as UTF-8: exclusive temporary file in the same directory, fsync, rename, fsync of the directory.
 * Durable once it resolves. The caller must serialize writes to the same path.
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  options: AtomicWrite = {},
): Promise<void> {
  const mode = options.mode ?? 0o600;
  const temporary = temporaryName(path);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      // The umask may have removed bits.
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.backup) await keepPrevious(path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Removes temporary files of interrupted writes to `path`. Only the process that owns the directory may call it, before it writes. */
export async function removeLeftovers(path: string): Promise<void> {
  const directory = dirname(path);
  const prefixes = [`${basename(path)}${temporaryMark}`, `${basename(path)}.bak${temporaryMark}`];
  for (const name of await readdir(directory)) {
    if (prefixes.some((prefix) => name.startsWith(prefix))) await rm(join(directory, name), { force: true });
  }
}

/** Makes renames in `directory` durable. Does nothing on Windows, where NTFS journals them. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepPrevious(path: string): Promise<void> {
  const backup = `${path}.bak`;
  const temporary = temporaryName(backup);
  try {
    // Falls back to a copy on file systems without hard links.
    await link(path, temporary).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
      await copyFile(path, temporary, constants.COPYFILE_EXCL);
    });
    await rename(temporary, backup);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    // rename(2) does nothing if both names are links to the same file, so the temporary one may remain.
    await rm(temporary, { force: true });
  }
}

function temporaryName(path: string): string {
  return `${path}${temporaryMark}${randomBytes(6).toString('hex')}`;
}
