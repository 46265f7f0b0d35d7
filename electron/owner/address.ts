/** The local address where the owner of a data directory accepts other processes of the same user. */
import { hash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Longer socket paths are silently truncated by the system (unix(7)). */
const maxPathBytes = 100;

/** A socket in the data directory, or in /tmp if that path is too long; a named pipe on Windows. */
export function ownerAddress(dataDir: string): string {
  const name = hash('sha256', dataDir).slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\parlor-${name}`;
  const socketPath = join(dataDir, 'owner.sock');
  return Buffer.byteLength(socketPath) <= maxPathBytes
    ? socketPath
    : join('/tmp', `parlor-${userInfo().uid}`, `${name}.sock`);
}
