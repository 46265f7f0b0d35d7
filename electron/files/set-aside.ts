/** Keeps files that cannot be read, and so must not be overwritten. */
import { lstat, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './atomic-write.ts';

/** Renames `path` to `<name>.unreadable-<n>`, the first that is free, and returns that. Durable once it resolves. */
export async function setAside(path: string, name = path): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const newPath = `${name}.unreadable-${suffix}`;
    const isFree = await lstat(newPath).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return true;
        throw error;
      },
    );
    if (!isFree) continue;
    await rename(path, newPath);
    await syncDirectory(dirname(newPath));
    return newPath;
  }
}
