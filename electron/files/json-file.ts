/** Stores a value in a JSON file of the data directory. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';
import { StoredValue } from './stored-value.ts';

export interface JsonFile<T> {
  readonly value: T;
  /** Whether the file could not be read, and was renamed to `<path>.bad`. */
  readonly unreadable: boolean;
  /** Sets the value at once; resolves when it is on disk. On failure, restores the last stored value. Saves run in the order of calls. */
  save(value: T): Promise<void>;
}

/** `parse` throws if the content is invalid. A missing or unreadable file has the `initial` value. */
export async function openJsonFile<T>(path: string, parse: (json: unknown) => T, initial: T): Promise<JsonFile<T>> {
  let content = initial;
  let unreadable = false;
  try {
    content = parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    unreadable = (error as NodeJS.ErrnoException).code !== 'ENOENT';
    if (unreadable) await rename(path, `${path}.bad`).catch(() => {});
  }

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
    unreadable,
    save(newValue) {
      const text = `${JSON.stringify(newValue, null, 2)}\n`;
      return stored.set(newValue, async () => {
        await prepareFolder();
        await writeFileAtomic(path, text);
      });
    },
  };
}
