/** Where the owner of a data directory listens for other Parlors of the same user. */
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Longer paths of Unix sockets are cut by the system without a word (unix(7)). */
const pathMaxBytes = 100;

/** A socket inside the folder, or where its path would be too long one named after it; a pipe on Windows. */
export function ownerAddress(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\parlor-${name}`;
  const inside = join(dataDir, 'owner.sock');
  return Buffer.byteLength(inside) <= pathMaxBytes ? inside : join('/tmp', `parlor-${userInfo().uid}`, `${name}.sock`);
}
