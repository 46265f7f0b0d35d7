/**
 * Where the owner of a data directory listens for other processes of the same user, and the secret by which both sides recognize each
 * other: `owner-socket.json` in the data directory, written once the owner listens. Only that file is trusted, not what answers at a
 * path that another user may have taken first.
 */
import { hash, randomBytes } from 'node:crypto';
import { lstat, mkdtemp, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { readForeignText } from '../files/foreign-file.ts';
import { privateFolder } from '../files/private-folder.ts';

const endpointSchema = z.object({
  /** Path of the socket, or name of the pipe on Windows. */
  address: z.string(),
  /** New for each owner. */
  secret: hex64,
});
export type Endpoint = z.infer<typeof endpointSchema>;

const endpointPath = (dataDir: string): string => join(dataDir, 'owner-socket.json');
/** Two paths and a secret. */
const endpointMaxBytes = 16 * 1024;

/** Longer socket paths are silently truncated by the system (unix(7)). */
const maxPathBytes = 100;
const fits = (path: string): boolean => Buffer.byteLength(path) <= maxPathBytes;

/** Of folders that `chooseAddress` creates below the temporary folder. */
const temporaryPrefix = 'parlor-owner-';

/**
 * A free address: in the data directory; if that path is too long, in the user's folder for sockets
 * (`XDG_RUNTIME_DIR`), otherwise in a new folder with a random name. The caller must hold the lock of the data
 * directory, so that an existing socket is stale.
 */
export async function chooseAddress(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const name = hash('sha256', dataDir).slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\parlor-${name}-${randomBytes(8).toString('hex')}`;
  const candidates = [join(dataDir, 'owner.sock')];
  const runtimeFolder = env.XDG_RUNTIME_DIR ? privateFolder(env.XDG_RUNTIME_DIR) : null;
  if (runtimeFolder !== null) candidates.push(join(runtimeFolder, `parlor-${name}.sock`));
  const address = candidates.find(fits) ?? join(await makeTemporaryFolder(), 'owner.sock');
  await rm(address, { force: true });
  return address;
}

async function makeTemporaryFolder(): Promise<string> {
  const longest = `${temporaryPrefix}XXXXXX/owner.sock`;
  const parent = fits(join(tmpdir(), longest)) ? tmpdir() : '/tmp';
  return mkdtemp(join(parent, temporaryPrefix));
}

/** Announces the address once the owner listens there. */
export const writeEndpoint = (dataDir: string, endpoint: Endpoint): Promise<void> =>
  writeFileAtomic(endpointPath(dataDir), JSON.stringify(endpoint));

/** Removes an earlier owner's announcement, and its folder outside of the data directory. The caller must hold the lock. */
export async function removeEndpoint(dataDir: string): Promise<void> {
  const previous = await readEndpoint(dataDir);
  await rm(endpointPath(dataDir), { force: true, recursive: true });
  const folder = previous === null ? dataDir : dirname(previous.address);
  if (previous === null || folder === dataDir || !basename(folder).startsWith(temporaryPrefix)) return;
  await rm(previous.address, { force: true })
    .then(() => rmdir(folder))
    .catch(() => {
      // Gone after a restart of the computer, perhaps taken by another user since: it isn't used again.
    });
}

/** Null if no owner has announced itself in a file that only this user can open. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | null> {
  try {
    const text = await readForeignText(endpointPath(dataDir), { maxBytes: endpointMaxBytes, private: true });
    return endpointSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether there is a socket at the address, with no link on the way, which only this user can open or replace. */
export async function isOwnSocket(dataDir: string, address: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    const folder = dirname(address);
    // The user may have put the data directory itself behind a link, and it was never open to others for long.
    const folderStatus = await (folder === dataDir ? stat : lstat)(folder);
    const socketStatus = await lstat(address);
    const openTo = (folder === dataDir ? 0 : folderStatus.mode) | socketStatus.mode;
    const isOwn = [folderStatus, socketStatus].every(({ uid }) => uid === process.getuid?.());
    return isOwn && folderStatus.isDirectory() && socketStatus.isSocket() && (openTo & 0o077) === 0;
  } catch {
    return false;
  }
}
