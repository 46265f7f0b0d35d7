/** Keeps files that cannot be read, and so must not be overwritten. */
import { constants, copyFile, link, lstat, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './atomic-write.ts';

/** Renames `path` to `<name>.unreadable-<n>`, the first that is free, and returns that. Durable once it resolves. */
export async function setAside(path: string, name = path): Promise<string> {
  const newPath = await freePath(name);
  await rename(path, newPath);
  await syncDirectory(dirname(newPath));
  return newPath;
}

/** Keeps the current content as `<path>.unreadable-<n>` and returns that; `path` can then be replaced, but not be written to. */
export async function keepCopy(path: string): Promise<string> {
  const newPath = await freePath(path);
  // Falls back to a copy on file systems without hard links.
  await link(path, newPath).catch(() => copyFile(path, newPath, constants.COPYFILE_EXCL));
  await syncDirectory(dirname(newPath));
  return newPath;
}

async function freePath(name: string): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const path = `${name}.unreadable-${suffix}`;
    const isFree = await lstat(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return true;
        throw error;
      },
    );
    if (isFree) return path;
  }
}
