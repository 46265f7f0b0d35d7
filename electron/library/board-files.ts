import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Type declarations, such as the kit's, help editors. They are next to a board's files but never part of it. */
export const isDeclaration = (path: string): boolean => path.endsWith('.d.ts');

/** The bytes of all files of a board below a folder, by path; symbolic links are not followed. */
export async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const bytesByPath = new Map<string, Uint8Array>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || isDeclaration(entry.name)) continue;
    const fullPath = join(entry.parentPath, entry.name);
    const path = fullPath.slice(folder.length + 1).replaceAll('\\', '/');
    bytesByPath.set(path, new Uint8Array(await readFile(fullPath)));
  }
  return bytesByPath;
}
