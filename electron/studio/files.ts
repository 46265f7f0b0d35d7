/** Reads an author's folder. judge.ts validates it. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { isDeclaration } from '../library/read-folder.ts';

export interface UiFile {
  size_bytes: number;
  /** Null if it is too large. */
  bytes: Uint8Array | null;
}

export interface ProjectFiles {
  /** The folder does not exist. */
  gone: boolean;
  spec: string | null;
  hooks: string | null;
  /** By path below ui/; null if there is no such folder. */
  ui: ReadonlyMap<string, UiFile> | null;
  /** Fingerprints of the contents above. */
  prints: { spec: string; hooks: string; ui: string };
}

/** Enough to report that there are too many. */
const filesMax = bundleLimits.files * 3;
/** Larger texts are truncated; they exceed the limits of a spec or hooks by far. */
const textBytes = 2 * 1024 * 1024;

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
  const gone = !(await isFolder(folder));
  const [spec, hooks, ui] = await Promise.all([
    textOf(paths.spec),
    paths.hooks === null ? null : textOf(paths.hooks),
    paths.ui === null ? null : readUi(paths.ui),
  ]);
  return { gone, spec, hooks, ui, prints: { spec: printOf(spec), hooks: printOf(hooks), ui: printOfUi(ui) } };
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').then(
    (text) => text.slice(0, textBytes),
    () => null,
  );
}

/** Temporary files of editors and operating systems; never part of a board. */
const leftover = /(?:^|\/)\.|~$|\.sw[a-z]$/;

async function readUi(folder: string): Promise<Map<string, UiFile> | null> {
  if (!(await isFolder(folder))) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isDeclaration(path) && !leftover.test(path.slice(folder.length + 1).replaceAll('\\', '/')))
    .slice(0, filesMax);
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, UiFile] | null> => {
      const name = path.slice(folder.length + 1).replaceAll('\\', '/');
      try {
        const { size } = await stat(path);
        if (size > bundleLimits.fileBytes) return [name, { size_bytes: size, bytes: null }];
        const bytes = new Uint8Array(await readFile(path));
        return [name, { size_bytes: bytes.length, bytes }];
      } catch {
        // Deleted in the meantime; the watcher reports that too.
        return null;
      }
    }),
  );
  return new Map(files.filter((file) => file !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const printOf = (text: string | Uint8Array | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

function printOfUi(ui: ReadonlyMap<string, UiFile> | null): string {
  if (ui === null) return '';
  return printOf(JSON.stringify([...ui].map(([path, { size_bytes, bytes }]) => [path, size_bytes, printOf(bytes)])));
}
