/** The data directory belongs to one user alone: key, records and logs lie in it. */
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import envPaths from 'env-paths';
import { ParlorError, type Problem } from '../../shared/errors.ts';

/** `--data-dir`, else PARLOR_DATA_DIR, else the platform's folder for application data; always absolute. */
export function chooseDataDir(option: string | undefined, env: NodeJS.ProcessEnv): string {
  return resolve(option || env.PARLOR_DATA_DIR || envPaths('parlor', { suffix: '' }).data);
}

/**
 * Makes `directory` if it is missing and looks whether it can be used. What is open to others stays for the lock's owner to close
 * and to tell of: whoever only looks ahead would take that word away.
 * @throws ParlorError `data_dir_unusable` when it is no directory, can't be made, or belongs to another user.
 */
export async function makeDataDir(directory: string): Promise<void> {
  await usable(directory, () => openBits(directory));
}

/**
 * Makes `directory` if it is missing and closes it to others. Returns what had to be mended, or null.
 * @throws ParlorError `data_dir_unusable` as `makeDataDir` does.
 */
export function prepareDataDir(directory: string): Promise<Problem | null> {
  return usable(directory, async () => {
    if ((await openBits(directory)) === 0) return null;
    await chmod(directory, 0o700);
    return {
      code: 'identity_exposed',
      message: 'Other users of this computer could look into the data folder. Parlor closed it to them.',
      detail: { path: directory },
    };
  });
}

/** Makes it where it is missing; the permissions that others have. */
async function openBits(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const status = await stat(directory);
  // Windows has neither owners nor bits here: the profile folder's access list protects it.
  if (process.platform === 'win32') return 0;
  for (const { uid } of [status, await lstat(directory)]) {
    if (uid !== process.getuid?.()) throw foreign(directory);
  }
  return status.mode & 0o077;
}

async function usable<T>(directory: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ParlorError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ParlorError(
      'data_dir_unusable',
      `Parlor can't use the data folder ${directory} (${reason}). Choose another with --data-dir or mend its permissions.`,
      { path: directory, reason },
    );
  }
}

function foreign(directory: string): ParlorError {
  return new ParlorError(
    'data_dir_unusable',
    `The data folder ${directory} belongs to another user. Choose another with --data-dir, or start Parlor as its owner.`,
    { path: directory, reason: 'owner' },
  );
}
