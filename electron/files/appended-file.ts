/** A file that only grows, such as a log: appends in order, and survives a disk that is full or fails for a moment. */
import type { FileHandle } from 'node:fs/promises';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { overcomeFault } from './overcome-fault.ts';

export interface AppendedFile {
  /**
   * Appends in the order of the calls; with `durable`, everything so far is on disk once resolved. What fails is repeated for a while,
   * after a failed sync with everything since the last successful one: the system may have dropped that, although a second sync alone
   * would succeed.
   */
  append(text: string, durable?: boolean): Promise<void>;
  /** Everything appended so far is on disk once resolved. */
  sync(): Promise<void>;
  /** Resolves once earlier appends have ended. Safe to call twice. */
  close(): Promise<void>;
}

/** The most characters that are kept in memory until a sync, to be written again if it fails. */
const maxUnsynced = 1024 * 1024;

/** Takes ownership of `handle`, opened for appending to a file of `initialSize` bytes. */
export function appendedFile(handle: FileHandle, initialSize: number): AppendedFile {
  const queue = createSerialQueue();
  let syncedSize = initialSize;
  /** Text after `syncedSize`; of it, `writtenLength` characters are written. */
  let unsynced = '';
  let writtenLength = 0;
  let mustRewrite = false;
  let closing: Promise<void> | null = null;

  async function write(): Promise<void> {
    if (mustRewrite) {
      await handle.truncate(syncedSize);
      writtenLength = 0;
    }
    mustRewrite = true;
    await handle.appendFile(unsynced.slice(writtenLength));
    writtenLength = unsynced.length;
    mustRewrite = false;
  }

  async function sync(): Promise<void> {
    await overcomeFault(async () => {
      if (mustRewrite) await write();
      mustRewrite = true;
      await handle.datasync();
      mustRewrite = false;
    });
    syncedSize += Buffer.byteLength(unsynced);
    unsynced = '';
    writtenLength = 0;
  }

  return {
    append: (text, durable = false) =>
      queue(async () => {
        unsynced += text;
        await overcomeFault(write);
        if (durable || unsynced.length > maxUnsynced) await sync();
      }),
    sync: () => (closing === null ? queue(sync) : closing),
    close: () => (closing ??= queue(() => handle.close())),
  };
}
