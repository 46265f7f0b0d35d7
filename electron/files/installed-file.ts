/**
 * Reads files that came with Parlor, which only who installed it can change: unlike those of foreign-file.ts, they may be links of a
 * package manager, or inside the app's archive, where they can be read but not opened.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const readInstalledFile = (path: string): Promise<Buffer<ArrayBuffer>> => readFile(path);

export const readInstalledText = (path: string): Promise<string> => readFile(path, 'utf8');

/** The bytes of all files below a folder, by path with slashes. */
export async function readInstalledFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const bytesByPath = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    bytesByPath.set(path.slice(folder.length + 1).replaceAll('\\', '/'), new Uint8Array(await readFile(path)));
  }
  return bytesByPath;
}
