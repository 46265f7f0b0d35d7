import { bundleLimits } from '../../shared/bundle/limits.ts';
import { readForeignFolder } from '../files/foreign-folder.ts';
import { readInstalledFolder } from '../files/installed-file.ts';

/** Type declarations, such as the kit's, help editors. They are next to a board's files but never part of it. */
export const isDeclaration = (path: string): boolean => path.endsWith('.d.ts');

/** More than a board may have, so that too many files are reported with the other violations. */
export const maxFiles = bundleLimits.files * 3;

/**
 * The bytes of all files of a board below a folder, by path; null if there is no such folder. Rejects `file_refused` for links and other
 * special files.
 */
export const readBoardFolder = (folder: string): Promise<Map<string, Uint8Array> | null> =>
  readForeignFolder(folder, { maxFiles, maxFileBytes: bundleLimits.fileBytes, ignore: isDeclaration });

/** The same for a board that came with Parlor. */
export async function readInstalledBoard(folder: string): Promise<Map<string, Uint8Array>> {
  const bytesByPath = await readInstalledFolder(folder);
  return new Map([...bytesByPath].filter(([path]) => !isDeclaration(path)));
}
