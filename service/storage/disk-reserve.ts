/**
 * Reserves disk space in the data directory. Every signed request stores its id, so a full disk would stop even reads. The
 * first write that fails releases the reserve; until it is restored, only request ids are written and other writes are refused.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageFullError } from './failure.ts';

const reserveBytes = 8 * 1024 * 1024;
/** Free space needed to restore the reserve: with a margin, so that it is not released again at once. */
const restoreMinBytes = reserveBytes + 2 * 1024 * 1024;

export interface Reserve {
  /** Call once the files are open. */
  start(): void;
  /** Throws ParlorError `storage_full`. */
  assertWritable(): void;
  /** Frees the space; returns false if there was none to free. */
  release(): boolean;
  /** Recreates the reserve if there is space. */
  restore(): void;
}

/** Call before the files in `dataDir` are opened: on a full disk, opening them needs the reserve. */
export function openReserve(dataDir: string): Reserve {
  const path = join(dataDir, 'reserve');
  const isComplete = () => statSync(path, { throwIfNoEntry: false })?.size === reserveBytes;
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  };
  const restore = () => {
    if (isComplete() || freeBytes() < restoreMinBytes) return;
    try {
      // Random, so that no file system compresses it.
      writeFileSync(path, randomBytes(reserveBytes), { mode: 0o600 });
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  };
  const release = () => {
    const hadReserve = isComplete();
    rmSync(path, { force: true });
    return hadReserve;
  };
  if (freeBytes() < reserveBytes) release();

  let isStarted = false;
  return {
    start() {
      isStarted = true;
      restore();
    },
    assertWritable() {
      if (isStarted && !isComplete()) throw storageFullError();
    },
    release,
    restore,
  };
}
