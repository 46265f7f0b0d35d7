/** Copies the kit for boards into a project's ui folder, and updates it there. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import { readForeignFile } from '../files/foreign-file.ts';
import { entryBelow, writeBelow } from '../files/foreign-write.ts';
import { ifMissing } from '../files/if-missing.ts';
import { readInstalledFile, readInstalledText } from '../files/installed-file.ts';
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
 * Copies the kit into the board of the project in `folder`, or updates it there. Rejects `already_exists` and writes nothing if a file is not a version of the kit,
 * unless `force` is set: then the file is replaced, too. Rejects `file_refused` for a link and other special files.
 */
export async function updateKit(resourcesDir: string, folder: string, force: boolean): Promise<KitUpdate> {
  const versions = JSON.parse(await readInstalledText(join(resourcesDir, 'ui-kit', 'versions.json'))) as KitVersions;
  const files = await Promise.all(
    kitSources(resourcesDir).map(async ([name, source]) => {
      const path = `ui/${name}`;
      await entryBelow(folder, path);
      const [content, existing] = await Promise.all([readInstalledFile(source), contentOf(join(folder, path))]);
      const isModified = existing !== null && !versions[name]?.includes(hash('sha256', existing));
      return { name, path, content, isModified, isCurrent: existing?.equals(content) === true };
    }),
  );
  const modifiedFiles = files.filter(({ isModified, isCurrent }) => isModified && !isCurrent);
  if (modifiedFiles.length > 0 && !force) {
    throw new ParlorError(
      'already_exists',
      `Not written, because it differs from every version of the kit: ${modifiedFiles.map(({ path }) => join(folder, path)).join(', ')}. Use --force to replace it.`,
    );
  }
  const outdatedFiles = files.filter(({ isCurrent }) => !isCurrent);
  for (const { path, content } of outdatedFiles) await writeBelow(folder, path, content);
  const namesOf = (selected: typeof files) => selected.map(({ name }) => name);
  return { written: namesOf(outdatedFiles), unchanged: namesOf(files.filter(({ isCurrent }) => isCurrent)) };
}

/** The SHA-256 of every version of a file, oldest first. */
export type KitVersions = Record<string, string[]>;

const contentOf = (path: string): Promise<Buffer | null> =>
  readForeignFile(path, { maxBytes: bundleLimits.fileBytes }).catch(ifMissing(null));
