/** Stores a value in a JSON file of the data directory. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';

export interface JsonFile<T> {
  readonly value: T;
  /** Whether the file could not be read, and was renamed to `<path>.bad`. */
  readonly unreadable: boolean;
  /** Sets the value at once; resolves when it is on disk. On failure, restores the last stored value. Saves run in the order of calls. */
  save(value: T): Promise<void>;
}

/** `parse` throws if the content is invalid. A missing or unreadable file has the `initial` value. */
export async function openJsonFile<T>(path: string, parse: (json: unknown) => T, initial: T): Promise<JsonFile<T>> {
  let value = initial;
  let unreadable = false;
  try {
    value = parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    unreadable = (error as NodeJS.ErrnoException).code !== 'ENOENT';
    if (unreadable) await rename(path, `${path}.bad`).catch(() => {});
  }

  let savedValue = value;
  let isFolderPrepared = false;
  // Other processes may read the file; only its owner saves, and may remove the leftovers of an interrupted write.
  async function prepareFolder(): Promise<void> {
    if (isFolderPrepared) return;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await removeLeftovers(path);
    isFolderPrepared = true;
  }

  const serialize = createSerialQueue();

  return {
    get value() {
      return value;
    },
    unreadable,
    save(newValue) {
      value = newValue;
      const text = `${JSON.stringify(newValue, null, 2)}\n`;
      return serialize(async () => {
        try {
          await prepareFolder();
          await writeFileAtomic(path, text);
          savedValue = newValue;
        } catch (error) {
          if (value === newValue) value = savedValue;
          throw error;
        }
      });
    },
  };
}
