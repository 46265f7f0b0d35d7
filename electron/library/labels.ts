/** `words.json` in a protocol's folder: labels for its parts. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type ProtocolWordsFile, protocolWordsFileSchema, wordsMaxBytes } from '../../shared/protocol/words.ts';
import { readForeignFile } from '../files/foreign-file.ts';
import { readInstalledFile } from '../files/installed-file.ts';

const fileName = 'words.json';

/**
 * Of a folder that came with Parlor. Null if it is missing, invalid, or its hash is not `pinnedHash` (null accepts no file, undefined
 * any): then names come from the spec.
 */
export async function readInstalledWords(
  folder: string,
  pinnedHash?: string | null,
): Promise<ProtocolWordsFile | null> {
  const bytes = await readInstalledFile(join(folder, fileName)).catch(() => null);
  if (bytes === null || (pinnedHash !== undefined && hash('sha256', bytes) !== pinnedHash)) return null;
  return parseWords(bytes);
}

/** Null if the file is missing, refused, too large or invalid. */
export async function readWords(folder: string): Promise<ProtocolWordsFile | null> {
  const bytes = await readForeignFile(join(folder, fileName), { maxBytes: wordsMaxBytes, within: folder }).catch(
    () => null,
  );
  return bytes && parseWords(bytes);
}

function parseWords(bytes: Buffer): ProtocolWordsFile | null {
  try {
    return protocolWordsFileSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
