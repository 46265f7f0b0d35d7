/** `words.json` in a protocol's folder: labels for its parts. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readSentWords, sentWordsOf, sentWordsPath } from '../../shared/protocol/sent-words.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { type ProtocolWordsFile, readWordsFile, wordsMaxBytes } from '../../shared/protocol/words.ts';
import { readAuthorText } from '../files/author-text.ts';
import { readInstalledFile } from '../files/installed-file.ts';
import type { Board } from './board.ts';

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

/** Comparing thousands of names takes long, and labels are read often. */
const wordsByBoard = new WeakMap<Board, ProtocolWordsFile | null>();

/** What the author of an accepted board calls the parts of the spec. */
export function wordsOfBoard(board: Board | null, spec: Spec): ProtocolWordsFile | null {
  const file = board?.files.get(sentWordsPath);
  if (!board || !file) return null;
  const known = wordsByBoard.get(board);
  if (known !== undefined) return known;
  const words = readSentWords(Buffer.from(file.bytes).toString('utf8'), spec);
  wordsByBoard.set(board, words);
  return words;
}

/** Adds the words that are sent with a board to its files, if `words` follow the rules and name anything. */
export function addSentWords<T>(
  files: ReadonlyMap<string, T>,
  words: string | null,
  spec: Spec,
  fileOf: (bytes: Uint8Array) => T,
): ReadonlyMap<string, T> {
  const parsed = words === null ? null : parseWords(words);
  const sent = parsed && sentWordsOf(parsed, spec);
  if (!sent) return files;
  return new Map([...files, [sentWordsPath, fileOf(new TextEncoder().encode(JSON.stringify(sent)))]]);
}

function parseWords(text: string): ProtocolWordsFile | null {
  try {
    const result = readWordsFile(text);
    return 'words' in result ? result.words : null;
  } catch {
    return null;
  }
}
