/** Reads texts that people write in an editor: specs, hooks, words, fixtures, messages. */

import { type ReadLimits, readForeignFile, refusedError } from './foreign-file.ts';
import { decodeText, encodingOf, invalidUtf8Line } from './text-encoding.ts';

/** The text of a file, without a byte order mark. Rejects `file_refused` also for another encoding than UTF-8, which it names. */
export async function readAuthorText(path: string, limits: ReadLimits): Promise<string> {
  return authorText(await readForeignFile(path, limits), path);
}

/** The same for the bytes of a file. */
export function authorText(bytes: Uint8Array, path: string): string {
  const { name, label } = encodingOf(bytes);
  if (label === 'utf-8') return decodeText(bytes);
  if (name === null) throw refusedError(path, 'refused_bytes', { line: invalidUtf8Line(bytes) ?? 1 });
  throw refusedError(path, 'refused_encoding', { encoding: name });
}
