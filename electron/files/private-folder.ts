/** Folders in which other users of the computer cannot put, read or exchange anything. */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

const othersAccess = 0o077;
const groupWrite = 0o020;
const othersWrite = 0o002;
/** Everybody may write in such a folder, as in /tmp, but rename only their own files. */
const stickyBit = 0o1000;

/**
 * The real path of a folder that only this user can open, and that no other user can exchange at any level above; null if it is not one,
 * or does not exist. On Windows the access list of the profile folder protects it.
 */
export function privateFolder(folder: string): string | null {
  try {
    const path = realpathSync(folder);
    if (process.platform === 'win32') return path;
    const { uid, mode } = lstatSync(path);
    if (lstatSync(folder).isSymbolicLink() || uid !== process.getuid?.() || (mode & othersAccess) !== 0) return null;
    for (let child = path; dirname(child) !== child; child = dirname(child)) {
      const parent = lstatSync(dirname(child));
      // Many systems give each user a group of their own, which may write wherever the user may.
      const writable = parent.gid === process.getgid?.() ? othersWrite : groupWrite | othersWrite;
      const isExchangeable = (parent.mode & writable) !== 0 && (parent.mode & stickyBit) === 0;
      if (isExchangeable || (parent.uid !== 0 && parent.uid !== uid)) return null;
    }
    return path;
  } catch {
    return null;
  }
}
