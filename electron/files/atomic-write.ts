/** Atomic writes: after a crash or power loss a reader finds either the old content or the new. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface AtomicWriteOptions {
  /** Permission bits; 0600 by default. */
  mode?: number;
  /** Keeps the previous version as `<path>.bak`. */
  backup?: boolean;
}

const temporarySuffix = '.tmp-';

/**
 * Replaces `path` with `content`, a text as UTF-8, or the parts of one: exclusive temporary file in the same directory, fsync, rename, fsync of the directory.
 * Durable once it resolves. The caller must serialize writes to the same path.
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string | AsyncIterable<string>,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const mode = options.mode ?? 0o600;
  const temporaryPath = temporaryPathFor(path);
  try {
    const file = await open(temporaryPath, 'wx', mode);
    try {
      // The umask may have removed bits.
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.backup) await backUp(path);
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Removes temporary files of interrupted writes to `path`. Only the process that owns the directory may call it, before it writes. */
export async function removeLeftovers(path: string): Promise<void> {
  const directory = dirname(path);
  const prefixes = [`${basename(path)}${temporarySuffix}`, `${basename(path)}.bak${temporarySuffix}`];
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

async function backUp(path: string): Promise<void> {
  const backup = `${path}.bak`;
  const temporaryPath = temporaryPathFor(backup);
  try {
    // Falls back to a copy on file systems without hard links.
    await link(path, temporaryPath).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
      await copyFile(path, temporaryPath, constants.COPYFILE_EXCL);
    });
    await rename(temporaryPath, backup);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    // rename(2) does nothing if both names are links to the same file, so the temporary one may remain.
    await rm(temporaryPath, { force: true });
  }
}

function temporaryPathFor(path: string): string {
  return `${path}${temporarySuffix}${randomBytes(6).toString('hex')}`;
}
