import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ManifestFile, manifestFileOf } from '../../shared/bundle/manifest.ts';

/** Type declarations, such as the kit's, help editors. They are next to a board's files but never part of it. */
export const isDeclaration = (path: string): boolean => path.endsWith('.d.ts');

/** All files of a board below a folder; symbolic links are not followed. */
export async function readFolder(
  folder: string,
): Promise<{ manifest: ManifestFile[]; bytesByPath: Map<string, Uint8Array> }> {
  const bytesByPath = new Map<string, Uint8Array>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || isDeclaration(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    bytesByPath.set(path, new Uint8Array(await readFile(full)));
  }
  return { manifest: [...bytesByPath].map(([path, bytes]) => manifestFileOf(path, bytes)), bytesByPath };
}
