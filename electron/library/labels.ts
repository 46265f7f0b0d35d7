/** `words.json` in a protocol's folder: labels for its parts. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProtocolWordsFile, protocolWordsFileSchema, wordsMaxBytes } from '../../shared/protocol/words.ts';

/**
 * Null if it is missing, too large, invalid, or its hash is not `pinnedHash` (null accepts no file, undefined any): then names come
 * from the spec.
 */
export async function readWords(folder: string, pinnedHash?: string | null): Promise<ProtocolWordsFile | null> {
  const bytes = await readFile(join(folder, 'words.json')).catch(() => null);
  if (bytes === null || bytes.length > wordsMaxBytes) return null;
  if (pinnedHash !== undefined && hash('sha256', bytes) !== pinnedHash) return null;
  try {
    return protocolWordsFileSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
