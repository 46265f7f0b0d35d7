/** Locates and prepares the data directory, which contains the key, records and logs and must be private to one user. */
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { userFolder } from './user-folders.ts';

/**
 * `--data-dir`, then PARLOR_DATA_DIR, then the platform's folder for application data; always absolute.
 * @throws ParlorError `data_dir_unusable` for a user without a home folder.
 */
export function chooseDataDir(option: string | undefined, env: NodeJS.ProcessEnv): string {
  const folder = option || env.PARLOR_DATA_DIR || userFolder('data');
  if (folder !== null) return resolve(folder);
  throw new ParlorError('data_dir_unusable', 'This user has no home folder. Choose a data folder with --data-dir.');
}

/**
 * Creates `directory` if it is missing and checks that it is usable. Does not change permissions; the owner of the lock does that.
 * @throws ParlorError `data_dir_unusable` if it is not a directory, cannot be created, or belongs to another user.
 */
export async function makeDataDir(directory: string): Promise<void> {
  await withDataDirErrors(directory, () => createDirectory(directory));
}

/**
 * Creates `directory` if it is missing and removes other users' permissions, without a warning: key files are checked individually
 * (identity-disk.ts), and what else another user has put there meanwhile by the owner of the lock (lock.ts). Resolves with whether it was
 * missing.
 * @throws ParlorError `data_dir_unusable` as `makeDataDir` does.
 */
export function prepareDataDir(directory: string): Promise<boolean> {
  return withDataDirErrors(directory, async () => {
    const { created, othersMode } = await createDirectory(directory);
    if (othersMode !== 0) await chmod(directory, 0o700);
    return created;
  });
}

/** Creates the directory if it is missing, and rejects one of another user. `othersMode`: permission bits of other users. */
async function createDirectory(directory: string): Promise<{ created: boolean; othersMode: number }> {
  const created = await makeFolders(directory);
  const status = await stat(directory);
  if (!status.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR', syscall: 'mkdir' });
  // On Windows the access list of the profile folder protects it.
  if (process.platform === 'win32') return { created, othersMode: 0 };
  for (const { uid } of [status, await lstat(directory)]) {
    if (uid !== process.getuid?.()) throw wrongOwnerError(directory);
  }
  return { created, othersMode: status.mode & 0o077 };
}

/** Creates the folder and its parents; false if it existed. `recursive` of `mkdir` never ends where none can be created, as in /proc. */
async function makeFolders(directory: string): Promise<boolean> {
  const make = () => mkdir(directory, { mode: 0o700 });
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(directory) === directory) throw error;
      await makeFolders(dirname(directory));
      await make();
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Converts file system errors to `data_dir_unusable`. */
export async function withDataDirErrors<T>(directory: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { syscall, code: reason = 'unknown' } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ParlorError(
      'data_dir_unusable',
      `Parlor can't use the data folder ${directory} (${reason}). Choose another with --data-dir or correct its permissions.`,
      { path: directory, reason },
      { cause: error },
    );
  }
}

function wrongOwnerError(directory: string): ParlorError {
  return new ParlorError(
    'data_dir_unusable',
    `The data folder ${directory} belongs to another user. Choose another with --data-dir, or start Parlor as its owner.`,
    { path: directory, reason: 'owner' },
  );
}
