import { bundleLimits } from '../../shared/bundle/limits.ts';
import { readForeignFolder } from '../files/foreign-folder.ts';
import { readInstalledFolder } from '../files/installed-file.ts';

/** Why a file next to those of a board is never part of it: `declaration`s, such as the kit's, help editors. */
export type LeftOutReason = 'hidden' | 'temporary' | 'declaration' | 'packages';

/** Null for a file that is part of the board. */
export function leftOutReason(path: string): LeftOutReason | null {
  if (/(?:^|\/)node_modules(?:\/|$)/.test(path)) return 'packages';
  if (path.endsWith('.d.ts')) return 'declaration';
  if (/(?:^|\/)\./.test(path)) return 'hidden';
  // Of editors: copies before a change, and of unsaved changes.
  return /~$|\.sw[a-z]$/.test(path) ? 'temporary' : null;
}

const isLeftOut = (path: string): boolean => leftOutReason(path) !== null;

/** More than a board may have, so that too many files are reported with the other violations. */
export const maxFiles = bundleLimits.files * 3;

/**
 * The bytes of all files of a board below a folder, by path; null if there is no such folder. Rejects `file_refused` for links and other
 * special files.
 */
export const readBoardFolder = (folder: string): Promise<Map<string, Uint8Array> | null> =>
  readForeignFolder(folder, { maxFiles, maxFileBytes: bundleLimits.fileBytes, ignore: isLeftOut });

/** The same for a board that came with Parlor. */
export async function readInstalledBoard(folder: string): Promise<Map<string, Uint8Array>> {
  const bytesByPath = await readInstalledFolder(folder);
  return new Map([...bytesByPath].filter(([path]) => !isLeftOut(path)));
}
