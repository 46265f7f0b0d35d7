/**
 * Reads files that somebody else may have written: an author's folder, an exported record, a backup, and whatever is in a data directory
 * that was copied from elsewhere. Never follows a link, never waits for a pipe, reads nothing but files, none beyond its limit, and none
 * outside of the folder it was named in. reading.test.ts ensures that all such files are read here.
 */
import {
  type BigIntStats,
  close,
  constants,
  createWriteStream,
  fstat,
  open as openDescriptor,
  type WriteStream,
  write,
} from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { type Refusal, type RefusalParams, refusalText } from '../../shared/file-refusals.ts';

/** For `openRegularFile`: appends to a file, which is created if it is missing. */
export const appendFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

export interface ReadLimits {
  /** A larger file is refused. */
  maxBytes: number;
  /** A folder that the file has to be in, by their real paths. */
  within?: string;
  /** Instead, the real path that such a folder had when it was listed: it may have been exchanged for a link since. */
  withinReal?: string;
  /** Refuses a file that another user owns, as an open data directory may have. */
  own?: boolean;
  /** Refuses a file that another user owns, or can read or write. */
  private?: boolean;
}

/**
 * Limits far above what Parlor itself ever writes to its data directory, so that only somebody else's file reaches them: a value such as
 * the settings, a list such as of tables, a log such as of messages.
 */
export const ownFile = {
  value: { maxBytes: 4 * 1024 ** 2, own: true },
  list: { maxBytes: 256 * 1024 ** 2, own: true },
  log: { maxBytes: 1024 ** 3, own: true },
} as const satisfies { [kind: string]: ReadLimits };

/** A file that isn't read; a plain sentence for the user. */
export function refusedError(path: string, reason: Refusal, params: RefusalParams = {}): ParlorError {
  const message = `${path} isn't read. ${refusalText(reason, params)}`;
  return new ParlorError('file_refused', message, { path, reason, ...params });
}

/** Of an error of this module; null for another, such as of a missing file. */
export const refusalOf = (error: unknown): Refusal | null =>
  error instanceof ParlorError && error.code === 'file_refused' ? (error.detail?.reason as Refusal) : null;

/** The same with its parameters. */
export function refusalIn(error: unknown): { reason: Refusal; params: RefusalParams } | null {
  const reason = refusalOf(error);
  if (reason === null) return null;
  const { path: _path, reason: _reason, ...params } = (error as ParlorError).detail ?? {};
  return { reason, params };
}

/** Why something that is not a file cannot be read; null for a file. */
export function refusalOfKind(entry: {
  isFile(): boolean;
  isSymbolicLink(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
}): Refusal | null {
  if (entry.isFile()) return null;
  if (entry.isSymbolicLink()) return 'refused_link';
  if (entry.isDirectory()) return 'refused_folder';
  if (entry.isFIFO()) return 'refused_pipe';
  return entry.isSocket() ? 'refused_socket' : 'refused_device';
}

/** Neither follow a link nor wait for the other end of a pipe. Windows has neither flag; there the comparison below applies. */
export const safeFlags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file; `flags` as of open(2), for files that are appended to. Rejects `file_refused`, and as `open` does: `ENOENT` for
 * a missing file.
 */
export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  // Before opening, since that alone can have an effect on a device.
  const named = await lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && (flags & constants.O_CREAT) !== 0) return null;
    throw error;
  });
  if (named !== null) requireFile(path, named);
  const handle = await open(path, flags | safeFlags, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? refusedError(path, 'refused_link') : error;
  });
  try {
    const opened = await handle.stat({ bigint: true });
    requireFile(path, opened);
    if (named !== null && !isSameFile(named, opened)) throw refusedError(path, 'refused_exchanged');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same for a file in the data directory: one that another user owns is refused. */
export async function openOwnFile(path: string, flags?: number): Promise<FileHandle> {
  const handle = await openRegularFile(path, flags);
  try {
    if (isOfAnotherUser(await handle.stat())) throw refusedError(path, 'refused_owner');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A stream that appends to a file in the data directory; fails as `open` does for a link, and for a file that another user owns. */
export function openLogStream(path: string): WriteStream {
  // Node also accepts numbers here, unlike its types.
  const flags = (appendFlags | safeFlags) as unknown as string;
  return createWriteStream(path, { flags, mode: 0o600, fs: { open: openOwnDescriptor, write, close } });
}

function openOwnDescriptor(
  path: string,
  flags: number,
  mode: number,
  done: (error: Error | null, descriptor?: number) => void,
): void {
  openDescriptor(path, flags, mode, (error, descriptor) => {
    if (error) return done(error);
    fstat(descriptor, (statError, status) => {
      if (!statError && !isOfAnotherUser(status)) return done(null, descriptor);
      close(descriptor, () => done(statError ?? refusedError(path, 'refused_owner')));
    });
  });
}

/** The content of a file. Rejects `file_refused` with the reason in its detail, and `ENOENT` for a missing file. */
export async function readForeignFile(path: string, limits: ReadLimits): Promise<Buffer<ArrayBuffer>> {
  const handle = await openRegularFile(path);
  try {
    const status = await handle.stat({ bigint: true });
    if (status.size > limits.maxBytes)
      throw refusedError(path, 'refused_size', { kb: Math.floor(limits.maxBytes / 1024) });
    if (limits.own && isOfAnotherUser(status)) throw refusedError(path, 'refused_owner');
    if (limits.private && isOpenToOthers(status)) throw refusedError(path, 'refused_open');
    const realFolder = limits.withinReal ?? (limits.within === undefined ? null : await realpath(limits.within));
    if (realFolder !== null && !(await isWithin(realFolder, path, status))) throw refusedError(path, 'refused_outside');
    // What is appended meanwhile is left out.
    const content = Buffer.alloc(Number(status.size));
    let length = 0;
    while (length < content.length) {
      const { bytesRead } = await handle.read(content, length, content.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return content.subarray(0, length);
  } finally {
    await handle.close();
  }
}

export const readForeignText = async (path: string, limits: ReadLimits): Promise<string> =>
  (await readForeignFile(path, limits)).toString('utf8');

function requireFile(path: string, status: BigIntStats): void {
  const reason = refusalOfKind(status);
  if (reason !== null) throw refusedError(path, reason);
}

export const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;

/** Nobody else can replace what root has made. On Windows the access list of the profile folder protects a file. */
export const isOfAnotherUser = ({ uid }: { uid: number | bigint }): boolean =>
  process.platform !== 'win32' && Number(uid) !== 0 && Number(uid) !== process.getuid?.();

/** On Windows the access list of the profile folder protects a file. */
const isOpenToOthers = ({ uid, mode }: BigIntStats): boolean =>
  process.platform !== 'win32' && (uid !== BigInt(process.getuid?.() ?? -1) || (mode & 0o077n) !== 0n);

/** Whether the opened file is the one at its real path, and that is below the folder. */
async function isWithin(realFolder: string, path: string, opened: BigIntStats): Promise<boolean> {
  const realFile = await realpath(path);
  const prefix = realFolder.endsWith(sep) ? realFolder : `${realFolder}${sep}`;
  return realFile.startsWith(prefix) && isSameFile(await lstat(realFile, { bigint: true }), opened);
}
