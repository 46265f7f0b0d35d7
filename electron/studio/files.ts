/** An author's folder as it lies on disk, read whole. What is wrong with it is for judge.ts to say. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleLimits } from '../../shared/bundle/limits.ts';

export interface UiFile {
  size_bytes: number;
  /** Null where it is too large to be looked at. */
  bytes: Uint8Array | null;
}

export interface ProjectFiles {
  /** The folder itself is not there. */
  gone: boolean;
  spec: string | null;
  hooks: string | null;
  /** By path below ui/; null where there is no such folder. */
  ui: ReadonlyMap<string, UiFile> | null;
  /** Changes with every byte above. */
  prints: { spec: string; hooks: string; ui: string };
}

/** Beyond this many files nothing is gained by reading more. */
const filesMax = bundleLimits.files * 3;
/** Far beyond what a spec or hooks may be; what is larger is cut, and refused for its size. */
const textBytes = 2 * 1024 * 1024;

export async function readProjectFiles(folder: string): Promise<ProjectFiles> {
  const gone = !(await isFolder(folder));
  const [spec, hooks, ui] = await Promise.all([
    textOf(join(folder, 'spec.json')),
    textOf(join(folder, 'hooks.js')),
    readUi(join(folder, 'ui')),
  ]);
  return { gone, spec, hooks, ui, prints: { spec: printOf(spec), hooks: printOf(hooks), ui: printOfUi(ui) } };
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').then(
    (text) => text.slice(0, textBytes),
    () => null,
  );
}

/** What editors and systems leave beside an author's files; never part of a board. */
const leftover = /(?:^|\/)\.|~$|\.sw[a-z]$/;

async function readUi(folder: string): Promise<Map<string, UiFile> | null> {
  if (!(await isFolder(folder))) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leftover.test(path.slice(folder.length + 1).replaceAll('\\', '/')))
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
        // Gone between the two looks; its folder tells of that too.
        return null;
      }
    }),
  );
  return new Map(files.filter((file) => file !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isFolder = (path: string): Promise<boolean> =>
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
