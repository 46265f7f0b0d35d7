/** A file that only grows, such as a log: appends in order, and survives a disk that is full or fails for a moment. */
import type { FileHandle } from 'node:fs/promises';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { retry } from '../time/retry.ts';

export interface AppendedFile {
  /**
   * Appends in the order of the calls; with `durable`, everything so far is on disk once resolved. A write that fails is repeated for a
   * while. A failed sync is not: what was written before may be lost, although a second sync would succeed.
   */
  append(text: string, durable?: boolean): Promise<void>;
  /** Everything appended so far is on disk once resolved. */
  sync(): Promise<void>;
  /** Resolves once earlier appends have ended. Safe to call twice. */
  close(): Promise<void>;
}

/** Longer than most moments without space, and short enough for quitting. */
const retryOptions = { firstMs: 100, longestMs: 500, timeoutMs: 3_000 };

/** Takes ownership of `handle`, opened for appending to a file of `initialSize` bytes. */
export function appendedFile(handle: FileHandle, initialSize: number): AppendedFile {
  const queue = createSerialQueue();
  let size = initialSize;
  let mayBeTorn = false;
  let closing: Promise<void> | null = null;

  async function write(text: string): Promise<void> {
    if (mayBeTorn) await handle.truncate(size);
    mayBeTorn = true;
    await handle.appendFile(text);
    mayBeTorn = false;
    size += Buffer.byteLength(text);
  }

  return {
    append: (text, durable = false) =>
      queue(async () => {
        await retry(() => write(text), retryOptions);
        if (durable) await handle.datasync();
      }),
    sync: () => (closing === null ? queue(() => handle.datasync()) : closing),
    close: () => (closing ??= queue(() => handle.close())),
  };
}
