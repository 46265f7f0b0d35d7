/**
 * Space in the data directory that is kept aside. Every signed request notes its id, so that on a full disk nobody could even
 * read. The first who finds no room frees the reserve; while it is gone only notes are written, and methods that write are
 * refused. It is put aside again when there is room for it.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { full } from './failure.ts';

const reserveBytes = 8 * 1024 * 1024;
/** The reserve and something beyond it; else it would come and go. */
const roomBytes = reserveBytes + 2 * 1024 * 1024;

export interface Reserve {
  /** To be called when the files are open. */
  watch(): void;
  /** Throws ParlorError `storage_full`, or `database_unavailable` where the files are no longer those that were opened. */
  mayWrite(): void;
  /** Frees the space; false where there is none to free. */
  release(): boolean;
  /** Puts it aside where there is room for it. */
  restore(): void;
}

/** To be called before `files` of `dataDir` are opened: on a full disk the opening needs the reserve. */
export function openReserve(dataDir: string, files: readonly string[]): Reserve {
  const path = join(dataDir, 'reserve');
  const isWhole = () => statSync(path, { throwIfNoEntry: false })?.size === reserveBytes;
  const free = () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  };
  /** Which files the names stand for: others, or none, where somebody took the opened ones away. */
  const present = () => files.map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.ino).join();
  const restore = () => {
    if (isWhole() || free() < roomBytes) return;
    try {
      // Random, so that no file system makes it small.
      writeFileSync(path, randomBytes(reserveBytes), { mode: 0o600 });
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  };
  const release = () => {
    const whole = isWhole();
    rmSync(path, { force: true });
    return whole;
  };
  if (free() < reserveBytes) release();

  let opened: string | null = null;
  return {
    watch() {
      opened = present();
      restore();
    },
    mayWrite() {
      if (opened === null) return;
      if (opened !== present()) {
        throw new ParlorError(
          'database_unavailable',
          'The files of the service were taken away. It has to be started again.',
        );
      }
      if (!isWhole()) throw full();
    },
    release,
    restore,
  };
}
