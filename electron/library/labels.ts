/** `words.json` in a protocol's folder: labels for its parts. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type ProtocolWordsFile, readWordsFile, wordsMaxBytes } from '../../shared/protocol/words.ts';
import { readAuthorText } from '../files/author-text.ts';
import { readInstalledFile } from '../files/installed-file.ts';

export const wordsFile = 'words.json';

/**
 * Of a folder that came with Parlor. Null if it is missing, invalid, or its hash is not `pinnedHash` (null accepts no file, undefined
 * any): then names come from the spec.
 */
export async function readInstalledWords(
  folder: string,
  pinnedHash?: string | null,
): Promise<ProtocolWordsFile | null> {
  const bytes = await readInstalledFile(join(folder, wordsFile)).catch(() => null);
  if (bytes === null || (pinnedHash !== undefined && hash('sha256', bytes) !== pinnedHash)) return null;
  return parseWords(bytes.toString('utf8'));
}

/** Of a downloaded protocol. Null if the file is missing, refused, too large or invalid. */
export async function readCachedWords(folder: string): Promise<ProtocolWordsFile | null> {
  const limits = { maxBytes: wordsMaxBytes, within: folder, own: true };
  const text = await readAuthorText(join(folder, wordsFile), limits).catch(() => null);
  return text === null ? null : parseWords(text);
}

function parseWords(text: string): ProtocolWordsFile | null {
  try {
    const result = readWordsFile(text);
    return 'words' in result ? result.words : null;
  } catch {
    return null;
  }
}
