/**
 * `identity.json` and its copy `identity.json.bak`. Both have the same content, so that no former passphrase or unprotected key
 * remains in the copy; after a crash between the two writes one is old and one new, and both open. A file that cannot be parsed is
 * never overwritten: it is first renamed to `identity.json.unreadable-<n>`.
 */
import { lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { removeLeftovers, writeFileAtomic } from '../files/atomic-write.ts';
import { openRegularFile } from '../files/foreign-file.ts';
import { setAside } from '../files/set-aside.ts';
import {
  encodeIdentity,
  type IdentityFile,
  identityFileLimit,
  parseIdentity,
  unreadableError,
} from './identity-file.ts';

/** The state on disk. `notice` reports a repair or a warning. */
export type StoredIdentity =
  | { kind: 'missing' }
  | { kind: 'readable'; file: IdentityFile; notice: Problem | null }
  | { kind: 'unreadable'; problem: Problem };

type ReadResult =
  | { kind: 'missing' }
  | { kind: 'valid'; file: IdentityFile; notice: Problem | null }
  /** `damaged`: its content is not a key. Otherwise it could not be read, and may be valid. */
  | { kind: 'invalid'; error: ParlorError; damaged: boolean };

const copyPath = (path: string) => `${path}.bak`;

/** Reads the file, or the copy if the file is damaged or missing. Removes other users' permissions, with a notice. */
export async function readIdentity(path: string): Promise<StoredIdentity> {
  await removeLeftovers(path);
  const main = await readVersion(path);
  const copy = await readVersion(copyPath(path));
  if (main.kind === 'valid') {
    return { kind: 'readable', file: main.file, notice: main.notice ?? (copy.kind === 'valid' ? copy.notice : null) };
  }
  // Another user who placed a link or owns the file may also control the copy, so neither is used.
  if (main.kind === 'invalid' && main.error.code === 'identity_exposed') {
    return { kind: 'unreadable', problem: main.error.toProblem() };
  }
  if (copy.kind === 'valid') {
    const notice: Problem = {
      code: 'identity_unreadable',
      message:
        main.kind === 'invalid'
          ? 'The key file was damaged. Parlor opened its copy, and kept the damaged file.'
          : 'The key file was missing. Parlor opened its copy.',
    };
    return { kind: 'readable', file: copy.file, notice };
  }
  if (main.kind === 'invalid') return { kind: 'unreadable', problem: main.error.toProblem() };
  return copy.kind === 'invalid' ? { kind: 'unreadable', problem: copy.error.toProblem() } : { kind: 'missing' };
}

/**
 * Writes file and copy if they differ; durable when it returns.
 * @throws ParlorError `data_dir_unusable` if writing fails; the old file then remains valid.
 */
export async function writeIdentity(path: string, file: IdentityFile): Promise<void> {
  const bytes = encodeIdentity(file);
  try {
    await writeVersion(path, path, file, bytes);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ParlorError(
      'data_dir_unusable',
      `The key file couldn't be written (${reason}). Nothing was changed. Free some space or correct the folder's permissions, then try again.`,
      { path: dirname(path), reason },
      { cause: error },
    );
  }
  try {
    await writeVersion(copyPath(path), path, file, bytes);
  } catch {
    // The new file is valid. An old copy must not preserve a former passphrase; the next opening creates a new one.
    const oldCopy = await readVersion(copyPath(path));
    if (oldCopy.kind === 'valid' && oldCopy.file.public_key === file.public_key)
      await rm(copyPath(path), { force: true });
  }
}

async function writeVersion(target: string, path: string, file: IdentityFile, bytes: Uint8Array): Promise<void> {
  const existing = await readVersion(target);
  if (existing.kind === 'invalid' && !existing.damaged) throw existing.error;
  if (existing.kind === 'valid' && Buffer.from(encodeIdentity(existing.file)).equals(bytes)) return;
  const isReplaceable =
    existing.kind === 'missing' || (existing.kind === 'valid' && existing.file.public_key === file.public_key);
  if (!isReplaceable) await setAside(target, path);
  await writeFileAtomic(target, bytes);
}

async function readVersion(path: string): Promise<ReadResult> {
  try {
    const status = await readStatus(path);
    if (status === null) return { kind: 'missing' };
    if (status.isSymbolicLink()) throw exposedError('it is a symbolic link');
    if (!status.isFile()) throw unreadableError('it is not a file');
    const { bytes, notice } = await readOwnFile(path);
    return { kind: 'valid', file: parseIdentity(bytes), notice };
  } catch (error) {
    if (error instanceof ParlorError) return { kind: 'invalid', error, damaged: true };
    return {
      kind: 'invalid',
      damaged: false,
      error: unreadableError(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`),
    };
  }
}

/** Checks and reads through one handle, so that the file cannot be exchanged in between. */
async function readOwnFile(path: string): Promise<{ bytes: Uint8Array; notice: Problem | null }> {
  const handle = await openRegularFile(path);
  try {
    const status = await handle.stat();
    let notice: Problem | null = null;
    // On Windows the access list of the profile folder protects the file.
    if (process.platform !== 'win32') {
      if (status.uid !== process.getuid?.()) throw exposedError('it belongs to another user of this computer');
      if ((status.mode & 0o077) !== 0) {
        await handle.chmod(0o600);
        notice = {
          code: 'identity_exposed',
          message:
            'Other users of this computer could read the key file. Parlor removed their access, but cannot tell whether they read it.',
        };
      }
    }
    if (status.size > identityFileLimit) throw unreadableError('it is too large');
    return { bytes: await handle.readFile(), notice };
  } finally {
    await handle.close();
  }
}

async function readStatus(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function exposedError(reason: string): ParlorError {
  return new ParlorError(
    'identity_exposed',
    `Parlor doesn't use this key file: ${reason}. Replace it with a file that you own, or use your recovery phrase.`,
    { reason },
  );
}
