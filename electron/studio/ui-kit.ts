/** Copies the kit for boards into a project's ui folder, and updates it there. */
import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { kitFiles } from '../library/board.ts';

/** The name and location of each file of the kit: the board's files, and the types for editors. */
export const kitSources = (resourcesDir: string): (readonly [name: string, path: string])[] =>
  [...kitFiles, 'parlor-board.d.ts'].map((name) => [name, join(resourcesDir, 'ui-kit', name)]);

export interface KitUpdate {
  /** The names of the files that were written. */
  written: string[];
  /** The names of those that were up to date. */
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
      const [content, existing] = await Promise.all([readFile(source), contentOf(target)]);
      const isModified = existing !== null && !versions[name]?.includes(hash('sha256', existing));
      return { name, target, content, isModified, isCurrent: existing?.equals(content) === true };
    }),
  );
  const modifiedFiles = files.filter(({ isModified, isCurrent }) => isModified && !isCurrent);
  if (modifiedFiles.length > 0 && !force) {
    throw new ParlorError(
      'already_exists',
      `Not written, because it differs from every version of the kit: ${modifiedFiles.map(({ target }) => target).join(', ')}. Use --force to replace it.`,
    );
  }
  const outdatedFiles = files.filter(({ isCurrent }) => !isCurrent);
  await mkdir(ui, { recursive: true });
  for (const { target, content } of outdatedFiles) await writeFile(target, content);
  const namesOf = (selected: typeof files) => selected.map(({ name }) => name);
  return { written: namesOf(outdatedFiles), unchanged: namesOf(files.filter(({ isCurrent }) => isCurrent)) };
}

/** The SHA-256 of every version of a file, oldest first. */
export type KitVersions = Record<string, string[]>;

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
