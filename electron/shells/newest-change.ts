import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Newest modification time below `dir`, milliseconds, without tests and build output. */
export async function newestChangeMs(dir: string): Promise<number> {
  let newestMs = 0;
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!/^(dist.*|testing|node_modules|\.cache)$/.test(entry.name))
        newestMs = Math.max(newestMs, await newestChangeMs(path));
    } else if (!/\.test\.tsx?$/.test(entry.name)) newestMs = Math.max(newestMs, (await stat(path)).mtimeMs);
  }
  return newestMs;
}
