/** The complete lines of a file in the data directory, read piece by piece, so that a large file neither blocks the process nor fills its memory. */
import { openOwnFile } from './foreign-file.ts';
import { ifMissing } from './if-missing.ts';

export interface FileLine {
  /** Without its line feed. */
  bytes: Buffer;
  /** Offset after its line feed. */
  end: number;
}

const chunkBytes = 64 * 1024;

/** None for a missing file; a last line without a line feed is left out. Rejects `file_refused` for what is not a file, or another user's. */
export async function* fileLines(path: string): AsyncGenerator<FileLine> {
  const handle = await openOwnFile(path).catch(ifMissing(null));
  if (handle === null) return;
  try {
    /** Parts of the line that is not complete yet. */
    let parts: Buffer[] = [];
    let offset = 0;
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, offset);
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      let start = 0;
      for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, start)) {
        parts.push(chunk.subarray(start, feed));
        start = feed + 1;
        yield { bytes: Buffer.concat(parts), end: offset + start };
        parts = [];
      }
      if (start < bytesRead) parts.push(chunk.subarray(start));
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
