import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Lists `folder` and the files and folders below it that other users may access, as `path mode`. Always empty on Windows. */
export async function openToOthers(folder: string): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = below.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  const open = await Promise.all(
    [folder, ...paths].map(async (path) => {
      // Temporary files may have been deleted since they were listed.
      const status = await lstat(path).catch(() => null);
      const mode = (status?.mode ?? 0) & 0o777;
      return (mode & 0o077) === 0 ? [] : [`${relative(folder, path) || '.'} ${mode.toString(8)}`];
    }),
  );
  return open.flat();
}
