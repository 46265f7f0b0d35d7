/** Lists and reads folders that somebody else may have written; see foreign-file.ts. */
import type { Dir } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal, RefusalParams } from '../../shared/file-refusals.ts';
import { isSameFile, readForeignFile, refusalOfKind, refusedError } from './foreign-file.ts';
import { ifMissing } from './if-missing.ts';

/** Below the folder, with slashes; empty for the folder itself. */
export interface RefusedPath {
  path: string;
  reason: Refusal;
  params?: RefusalParams;
}

export interface FolderListing {
  /** The real path of the folder, for reading its files. */
  realFolder: string;
  /** Paths of files below the folder, with slashes. */
  files: string[];
  /** Of the folders that were listed; the first is empty. */
  folders: string[];
  /** What is not a file, and is not listed further. */
  refused: RefusedPath[];
  /** What `ignore` omitted. */
  ignored: string[];
}

export interface FolderLimits {
  maxFiles: number;
  /** Omits a path and everything below it. */
  ignore?(path: string): boolean;
}

/** Entries of all kinds, as a bound for folders that contain nothing to read. */
const maxEntries = 10_000;

/** All files of a folder; null if it is missing, or a file. Links are neither followed nor listed as files. */
export async function listForeignFolder(folder: string, limits: FolderLimits): Promise<FolderListing | null> {
  const status = await lstat(folder, { bigint: true }).catch(ifMissing(null));
  const refusedAs = (reason: Refusal): FolderListing => ({
    ...{ realFolder: folder, files: [], folders: [], refused: [{ path: '', reason }], ignored: [] },
  });
  if (status?.isSymbolicLink()) return refusedAs('refused_link');
  if (!status?.isDirectory()) return null;
  const realFolder = await realpath(folder);
  if (!isSameFile(status, await lstat(realFolder, { bigint: true }))) return refusedAs('refused_exchanged');
  const listing: FolderListing = { realFolder, files: [], folders: [], refused: [], ignored: [] };
  const folders = [''];
  let entries = 0;
  for (let parent = folders.pop(); parent !== undefined; parent = folders.pop()) {
    // Deleted or exchanged since it was listed.
    const directory = await opendir(join(folder, parent)).catch((): Dir | null => null);
    if (directory === null) continue;
    listing.folders.push(parent);
    for await (const entry of directory) {
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      entries += 1;
      if (listing.files.length >= limits.maxFiles || entries > maxEntries) {
        listing.refused.push({ path: '', reason: 'refused_count', params: { max: limits.maxFiles } });
        return listing;
      }
      if (limits.ignore?.(path)) {
        listing.ignored.push(path);
        continue;
      }
      // Node can't open a file by a name with replacement characters.
      const reason = entry.name.includes('\ufffd') ? 'refused_name' : refusalOfKind(entry);
      if (reason === null) listing.files.push(path);
      else if (reason === 'refused_folder') folders.push(path);
      else listing.refused.push({ path, reason });
    }
  }
  listing.files.sort();
  listing.ignored.sort();
  return listing;
}

/** The bytes of all files below a folder, by path; null if it is missing. Rejects `file_refused` for the first that isn't read. */
export async function readForeignFolder(
  folder: string,
  { maxFileBytes, ...limits }: FolderLimits & { maxFileBytes: number },
): Promise<Map<string, Uint8Array> | null> {
  const bytesByPath = new Map<string, Uint8Array>();
  const listing = await listForeignFolder(folder, limits);
  if (listing === null) return null;
  const [refused] = listing.refused;
  if (refused) throw refusedError(join(folder, refused.path), refused.reason, refused.params);
  for (const path of listing.files) {
    const fileLimits = { maxBytes: maxFileBytes, withinReal: listing.realFolder };
    const bytes = await readForeignFile(join(folder, path), fileLimits);
    bytesByPath.set(path, new Uint8Array(bytes));
  }
  return bytesByPath;
}
