/** Keeps files that cannot be read, and so must not be overwritten. */
import { lstat, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './atomic-write.ts';

/** Renames `path` to `<name>.unreadable-<n>`, the first that is free, and returns that. Durable once it resolves. */
export async function setAside(path: string, name = path): Promise<string> {
  for (let number = 1; ; number += 1) {
    const aside = `${name}.unreadable-${number}`;
    const free = await lstat(aside).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return true;
        throw error;
      },
    );
    if (!free) continue;
    await rename(path, aside);
    await syncDirectory(dirname(aside));
    return aside;
  }
}
