/** Reads an author's folder. validate.ts validates the result. */
import { hash } from 'node:crypto';
import { lstat, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { wordsMaxBytes } from '../../shared/protocol/words.ts';
import { authorText } from '../files/author-text.ts';
import { readForeignFile, refusalIn, refusalOf } from '../files/foreign-file.ts';
import { listForeignFolder, type RefusedPath } from '../files/foreign-folder.ts';
import { encodingOf } from '../files/text-encoding.ts';
import { type LeftOutReason, leftOutReason, maxFiles } from '../library/board-files.ts';
import { sourceMaxBytes } from '../library/hooks-file.ts';
import { wordsFile } from '../library/labels.ts';
import { fixturesFolder } from './fixtures.ts';

export interface UiFile {
  size_bytes: number;
  /** Null if it is too large. */
  bytes: Uint8Array | null;
}

export interface ProjectFiles {
  /** The folder does not exist. */
  folderMissing: boolean;
  spec: string | null;
  hooks: string | null;
  words: string | null;
  /** By path below ui/; null if there is no such folder. */
  ui: ReadonlyMap<string, UiFile> | null;
  /** What isn't read, by its path below the folder: links, pipes, devices, and texts that are too large. */
  refused: readonly RefusedPath[];
  /** What lies in ui/ and is never part of a board. */
  leftOut: readonly { path: string; reason: LeftOutReason }[];
  /** The names of texts that begin with a byte order mark, which is left out. */
  marked: readonly string[];
  /** SHA-256 of each part above, to detect changes; empty for a missing part. */
  hashes: { spec: string; hooks: string; words: string; ui: string };
}

/** The paths of the parts; null for parts to omit. */
export interface ProjectPaths {
  spec: string;
  hooks: string | null;
  ui: string | null;
}

export const pathsIn = (folder: string): ProjectPaths => ({
  spec: join(folder, 'spec.json'),
  hooks: join(folder, 'hooks.js'),
  ui: join(folder, 'ui'),
});

export async function readProjectFiles(folder: string, paths: ProjectPaths = pathsIn(folder)): Promise<ProjectFiles> {
  const folderMissing = !(await isFolder(folder));
  const found: FoundPaths = { refused: [], leftOut: [], marked: [] };
  const [spec, hooks, words, ui] = await Promise.all([
    readText('spec.json', paths.spec, folder, found, sourceMaxBytes),
    paths.hooks === null ? null : readText('hooks.js', paths.hooks, folder, found, sourceMaxBytes),
    readText(wordsFile, join(folder, wordsFile), folder, found, wordsMaxBytes),
    paths.ui === null ? null : readUi(paths.ui, found),
    refuseLink(join(folder, fixturesFolder), found),
  ]);
  found.refused.sort((a, b) => (a.path < b.path ? -1 : 1));
  found.marked.sort();
  const hashes = { spec: hashOf(spec), hooks: hashOf(hooks), words: hashOf(words), ui: hashOfUi(ui) };
  return { folderMissing, spec, hooks, words, ui, ...found, hashes };
}

/** Collected while a folder is read. */
type FoundPaths = { [part in 'refused' | 'leftOut' | 'marked']: ProjectFiles[part][number][] };

/** `name`: what it is in a project, whatever the file is called. */
async function readText(
  name: string,
  path: string,
  folder: string,
  found: FoundPaths,
  maxBytes: number,
): Promise<string | null> {
  try {
    const bytes = await readForeignFile(path, { maxBytes, within: folder });
    const text = authorText(bytes, path);
    if (encodingOf(bytes).marked) found.marked.push(name);
    return text;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== null) found.refused.push({ path: name, ...refusal });
    return null;
  }
}

async function refuseLink(path: string, { refused }: FoundPaths): Promise<void> {
  const status = await lstat(path).catch(() => null);
  if (status?.isSymbolicLink()) refused.push({ path: basename(path), reason: 'refused_link' });
}

/** The files of a board in a folder that need not be part of a project. */
export async function readBoardFiles(folder: string): Promise<Pick<ProjectFiles, 'ui' | 'refused' | 'leftOut'>> {
  const found: FoundPaths = { refused: [], leftOut: [], marked: [] };
  return { ui: await readUi(folder, found), ...found };
}

async function readUi(folder: string, { refused, leftOut }: FoundPaths): Promise<Map<string, UiFile> | null> {
  const ignore = (path: string) => leftOutReason(path) !== null;
  const listing = await listForeignFolder(folder, { maxFiles, ignore }).catch(() => null);
  if (listing === null) return null;
  const refuse = ({ path, ...rest }: RefusedPath) =>
    void refused.push({ path: path === '' ? 'ui' : `ui/${path}`, ...rest });
  listing.refused.forEach(refuse);
  for (const path of listing.ignored) leftOut.push({ path: `ui/${path}`, reason: leftOutReason(path)! });
  if (listing.folders.length === 0) return null;
  const files = await Promise.all(
    listing.files.map(async (path): Promise<[string, UiFile] | null> => {
      const file = join(folder, path);
      try {
        const limits = { maxBytes: bundleLimits.fileBytes, withinReal: listing.realFolder };
        const bytes = new Uint8Array(await readForeignFile(file, limits));
        return [path, { size_bytes: bytes.length, bytes }];
      } catch (error) {
        const reason = refusalOf(error);
        // The rules for boards report the size.
        if (reason === 'refused_size') return [path, { size_bytes: await sizeOf(file), bytes: null }];
        // Otherwise deleted since it was listed; the watcher reports that change too.
        if (reason !== null) refuse({ path, reason });
        return null;
      }
    }),
  );
  return new Map(files.filter((file) => file !== null));
}

const sizeOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ size }) => Math.max(size, bundleLimits.fileBytes + 1),
    () => bundleLimits.fileBytes + 1,
  );

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );

const hashOf = (content: string | Uint8Array | null): string => (content === null ? '' : hash('sha256', content));

function hashOfUi(ui: ReadonlyMap<string, UiFile> | null): string {
  if (ui === null) return '';
  return hashOf(JSON.stringify([...ui].map(([path, { size_bytes, bytes }]) => [path, size_bytes, hashOf(bytes)])));
}

/** What a save changed. */
export function changesBetween(
  before: ProjectFiles,
  after: ProjectFiles,
): Omit<NonNullable<StudioProject['change']>, 'kept_game'> {
  const [oldFiles, newFiles] = [before.ui ?? new Map(), after.ui ?? new Map()];
  const isEqual = (path: string) =>
    Buffer.from(oldFiles.get(path)?.bytes ?? []).equals(newFiles.get(path)?.bytes ?? []);
  return {
    spec: before.hashes.spec !== after.hashes.spec,
    hooks: before.hashes.hooks !== after.hashes.hooks,
    files: {
      added: [...newFiles.keys()].filter((path) => !oldFiles.has(path)),
      removed: [...oldFiles.keys()].filter((path) => !newFiles.has(path)),
      changed: [...newFiles.keys()].filter((path) => oldFiles.has(path) && !isEqual(path)),
    },
  };
}
