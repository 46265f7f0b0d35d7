/**
 * Writes and deletes files below a folder that somebody else may have written, such as a project that was cloned, and nothing outside of it:
 * links below the folder are refused. The folder itself, which its user named, may be one. reading.test.ts ensures that the files of
 * projects are written here.
 */
import type { Stats } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { refusedError } from './foreign-file.ts';
import { ifMissing } from './if-missing.ts';

/**
 * The status of `path`, relative to `folder` and with slashes: null if nothing is there, that of a file if one is in place of a folder above it.
 * Rejects `file_refused` for a link, there or on the way.
 */
export const entryBelow = (folder: string, path: string): Promise<Stats | null> => lastEntry(folder, path.split('/'));

async function lastEntry(folder: string, names: readonly string[]): Promise<Stats | null> {
  let entry = folder;
  let status: Stats | null = null;
  for (const name of names) {
    entry = join(entry, name);
    status = await lstat(entry).catch(ifMissing(null));
    if (status?.isSymbolicLink()) throw refusedError(entry, 'refused_link');
    if (!status?.isDirectory()) break;
  }
  return status;
}

/** Creates or replaces a file, with the folders that lead to it. Rejects `file_refused` for a link, and `data_dir_unusable`. */
export async function writeBelow(folder: string, path: string, content: Uint8Array | string): Promise<void> {
  await entryBelow(folder, path);
  const target = join(folder, path);
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFileAtomic(target, content, { mode: 0o644 });
  } catch (cause) {
    throw new ParlorError('data_dir_unusable', `${target} could not be written.`, undefined, { cause });
  }
}

/** Deletes a file if there is one; of a link, only itself. Rejects `file_refused` for a link on the way. */
export async function deleteBelow(folder: string, path: string): Promise<void> {
  await lastEntry(folder, path.split('/').slice(0, -1));
  await rm(join(folder, path), { force: true });
}
