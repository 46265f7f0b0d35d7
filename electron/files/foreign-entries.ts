/**
 * What other users of the computer have put into the data directory while it, or a folder in it, was open to them. They could exchange
 * it, read what is written to it, and have chosen its name: names are bytes here, and nothing is called by them.
 */
import { chmod, lstat, mkdtemp, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncDirectory } from './atomic-write.ts';
import { isOfAnotherUser } from './foreign-file.ts';

interface ForeignEntry {
  folder: Buffer;
  name: Buffer;
}

interface Found {
  foreign: ForeignEntry[];
  /** About what could not be examined. */
  failures: string[];
}

const prefix = 'set-aside-';
/** Of folders: one that holds what was set aside, and another user's that could not be moved into it. */
const isSetAside = (name: string): boolean => /^set-aside-[A-Za-z0-9]{6}(?:\..+)?$/.test(name);

/** Checked where it is read: a key of this user that another one owns must not look like a missing one. */
const isKeyFile = (name: string): boolean => /^identity\.json(?:\.bak)?$/.test(name);

/** At the same time, in a folder. */
const batchSize = 64;
/** Of each kind; the others are only counted. */
const maxReported = 20;
/** Characters of a new name that come from the old one. */
const keptNameLength = 40;

/**
 * Moves whatever another user owns, also behind a link, from the directory to a new folder in it, and closes folders that others can write
 * to. What can't be moved stays, and isn't read (`own` in foreign-file.ts). `levels`: of folders; by default all of them. `into`: the folder of
 * an earlier call.
 */
export async function setForeignAside(
  directory: string,
  { levels = Infinity, into = null }: { levels?: number; into?: string | null } = {},
): Promise<{ folder: string | null; reports: Error[] }> {
  if (process.platform === 'win32') return { folder: null, reports: [] };
  const found: Found = { foreign: [], failures: [] };
  await examine(Buffer.from(directory), levels, found);
  const folder = found.foreign.length === 0 ? into : (into ?? (await mkdtemp(join(directory, prefix))));
  const moved = folder === null ? [] : await moveAside(directory, folder, found);
  const reports = [
    ...reportsOf(moved, (count) => `${count} more files and folders of other users were set aside.`),
    ...reportsOf(found.failures, (count) => `${count} more files and folders couldn't be set aside or examined.`),
  ];
  return { folder, reports };
}

/** Never rejects. Closes a folder before it lists it, so that nothing is added afterwards. */
async function examine(folder: Buffer, levels: number, found: Found): Promise<void> {
  const names = await readdir(folder, { encoding: 'buffer' }).catch((error: NodeJS.ErrnoException) => {
    noteFailure(found, folder, "couldn't be examined", error);
    return [];
  });
  const examineEntry = async (name: Buffer): Promise<void> => {
    const path = pathOf({ folder, name });
    try {
      const status = await lstat(path);
      const text = name.toString('latin1');
      if (isKeyFile(text) || (status.isDirectory() && isSetAside(text))) return;
      if (isOfAnotherUser(status)) found.foreign.push({ folder, name });
      else if (status.isDirectory()) {
        if ((status.mode & 0o022) !== 0) await chmod(path, 0o700);
        if (levels > 1) await examine(path, levels - 1, found);
      }
    } catch (error) {
      noteFailure(found, path, "couldn't be examined", error as NodeJS.ErrnoException);
    }
  };
  for (let start = 0; start < names.length; start += batchSize)
    await Promise.all(names.slice(start, start + batchSize).map(examineEntry));
}

/** Resolves with a sentence for each entry. */
async function moveAside(directory: string, target: string, { foreign, failures }: Found): Promise<string[]> {
  const { length: earlier } = await readdir(target);
  const moved: string[] = [];
  for (const [index, entry] of foreign.entries()) {
    const path = pathOf(entry);
    const newName = `${earlier + index + 1}-${plainName(entry.name)}`;
    let newPath = join(target, newName);
    try {
      await rename(path, newPath).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error;
        // A folder is moved to another one only by who may write in it, and nothing to another file system.
        const beside = pathOf({ folder: entry.folder, name: Buffer.from(`${basename(target)}.${newName}`) });
        await rename(path, beside);
        newPath = beside.toString();
      });
      moved.push(`${path} belonged to another user of this computer. It isn't used, and is now ${newPath}.`);
    } catch (error) {
      noteFailure(
        { failures },
        path,
        'belongs to another user of this computer and stays, unused',
        error as NodeJS.ErrnoException,
      );
    }
  }
  // What a loss of power undoes in folders below is done again at the next start.
  for (const folder of [target, directory]) await syncDirectory(folder);
  return moved;
}

const pathOf = ({ folder, name }: ForeignEntry): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);

/** What is short and harmless of a name. */
const plainName = (name: Buffer): string =>
  name
    .toString('latin1')
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(0, keptNameLength);

/** What is written beside a file, to replace it, may be gone again. */
function noteFailure({ failures }: Pick<Found, 'failures'>, path: Buffer, what: string, error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') failures.push(`${path} ${what} (${error.code}).`);
}

function reportsOf(sentences: readonly string[], others: (count: number) => string): Error[] {
  const reported = sentences.slice(0, maxReported);
  if (sentences.length > maxReported) reported.push(others(sentences.length - maxReported));
  return reported.map((sentence) => new Error(sentence));
}
