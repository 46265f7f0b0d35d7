/** The kit for boards, as copies in a project's ui/. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { kitFiles } from '../library/board.ts';

/** Name and location of each file: those of a board, and the types for editors. */
export const kitSources = (resourcesDir: string): (readonly [name: string, path: string])[] =>
  [...kitFiles, 'parlor-board.d.ts'].map((name) => [name, join(resourcesDir, 'ui-kit', name)]);

export interface KitUpdate {
  /** The names of the files that were written, and of those that were up to date. */
  written: string[];
  unchanged: string[];
}

/**
 * Copies the kit into `ui`, or updates it there. Rejects `already_exists` and writes nothing if a file is not a version of the kit,
 * unless `force` is set: then the file is replaced, too.
 */
export async function updateKit(resourcesDir: string, ui: string, force: boolean): Promise<KitUpdate> {
  const versions = JSON.parse(await readFile(join(resourcesDir, 'ui-kit', 'versions.json'), 'utf8')) as KitVersions;
  const files = await Promise.all(
    kitSources(resourcesDir).map(async ([name, source]) => {
      const target = join(ui, name);
      const [content, present] = await Promise.all([readFile(source), contentOf(target)]);
      const own = present !== null && !versions[name]?.includes(fingerprint(present));
      return { name, target, content, own, same: present?.equals(content) === true };
    }),
  );
  const changed = files.filter(({ own, same }) => own && !same);
  if (changed.length > 0 && !force) {
    throw new ParlorError(
      'already_exists',
      `Not written, because it differs from every version of the kit: ${changed.map(({ target }) => target).join(', ')}. Use --force to replace it.`,
    );
  }
  const due = files.filter(({ same }) => !same);
  await mkdir(ui, { recursive: true });
  for (const { target, content } of due) await writeFile(target, content);
  const names = (some: typeof files) => some.map(({ name }) => name);
  return { written: names(due), unchanged: names(files.filter(({ same }) => same)) };
}

/** The SHA-256 of every version of a file, oldest first. */
export type KitVersions = Record<string, string[]>;

export const fingerprint = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
