/** Stores a value in a JSON file of the data directory. */
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';
import { ownFile, readForeignText, refusalOf } from './foreign-file.ts';
import { StoredValue } from './stored-value.ts';

export interface JsonFile<T> {
  readonly value: T;
  /**
   * `damaged`: its content was invalid or it was not a file, and it was renamed to `<path>.bad`. `inaccessible`: the disk did not let it
   * be read; as its content may be valid, it is left as it is, and cannot be saved.
   */
  readonly state: 'read' | 'missing' | 'damaged' | 'inaccessible';
  /**
   * Sets the value at once; resolves when it is on disk. On failure, restores the last stored value. Saves run in the order of calls.
   * Rejects `data_dir_unusable` for an inaccessible file.
   */
  save(value: T): Promise<void>;
}

/** `parse` throws if the content is invalid. A file that is not `read` has the `initial` value. */
export async function openJsonFile<T>(path: string, parse: (json: unknown) => T, initial: T): Promise<JsonFile<T>> {
  const { content, state } = await read(path, parse, initial);

  const stored = new StoredValue(content);
  let isFolderPrepared = false;
  // Other processes may read the file; only its owner saves, and may remove the leftovers of an interrupted write.
  async function prepareFolder(): Promise<void> {
    if (isFolderPrepared) return;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await removeLeftovers(path);
    isFolderPrepared = true;
  }

  return {
    get value() {
      return stored.value;
    },
    state,
    async save(newValue) {
      if (state === 'inaccessible') throw inaccessibleError(path);
      const text = `${JSON.stringify(newValue, null, 2)}\n`;
      return stored.set(newValue, async () => {
        await prepareFolder();
        await writeFileAtomic(path, text);
      });
    },
  };
}

async function read<T>(
  path: string,
  parse: (json: unknown) => T,
  initial: T,
): Promise<{ content: T; state: JsonFile<T>['state'] }> {
  try {
    const text = await readForeignText(path, ownFile.list).catch((error: unknown) => {
      if (refusalOf(error) !== null) return null;
      throw error;
    });
    try {
      if (text === null) throw new Error('not a file');
      return { content: parse(JSON.parse(text)), state: 'read' };
    } catch {
      await rename(path, `${path}.bad`);
      return { content: initial, state: 'damaged' };
    }
  } catch (error) {
    return { content: initial, state: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'inaccessible' };
  }
}

const inaccessibleError = (path: string) =>
  new ParlorError(
    'data_dir_unusable',
    `${path} could not be read when Parlor started, so it is not overwritten. Correct its permissions or the disk, then start Parlor again.`,
    { path },
  );
