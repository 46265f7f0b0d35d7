/** Reads an author's folder. validate.ts validates the result. */
import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { isDeclaration } from '../library/board-files.ts';

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
  /** By path below ui/; null if there is no such folder. */
  ui: ReadonlyMap<string, UiFile> | null;
  /** SHA-256 of each part above, to detect changes; empty for a missing part. */
  hashes: { spec: string; hooks: string; ui: string };
}

/** More than a bundle may have, so that the validation reports too many files. */
const maxFiles = bundleLimits.files * 3;
/** Longer texts are truncated; they exceed the limits of a spec or hooks by far. */
const maxTextLength = 2 * 1024 * 1024;

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
  const [spec, hooks, ui] = await Promise.all([
    readText(paths.spec),
    paths.hooks === null ? null : readText(paths.hooks),
    paths.ui === null ? null : readUi(paths.ui),
  ]);
  return { folderMissing, spec, hooks, ui, hashes: { spec: hashOf(spec), hooks: hashOf(hooks), ui: hashOfUi(ui) } };
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').then(
    (text) => text.slice(0, maxTextLength),
    () => null,
  );
}

/** Hidden files and editors' temporary files; never part of a board. */
const ignoredFile = /(?:^|\/)\.|~$|\.sw[a-z]$/;

async function readUi(folder: string): Promise<Map<string, UiFile> | null> {
  if (!(await isFolder(folder))) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isDeclaration(path) && !ignoredFile.test(path.slice(folder.length + 1).replaceAll('\\', '/')))
    .slice(0, maxFiles);
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, UiFile] | null> => {
      const name = path.slice(folder.length + 1).replaceAll('\\', '/');
      try {
        const { size } = await stat(path);
        if (size > bundleLimits.fileBytes) return [name, { size_bytes: size, bytes: null }];
        const bytes = new Uint8Array(await readFile(path));
        return [name, { size_bytes: bytes.length, bytes }];
      } catch {
        // Deleted since it was listed; the watcher reports that change too.
        return null;
      }
    }),
  );
  return new Map(files.filter((file) => file !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
