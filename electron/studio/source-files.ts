/** The author's two source files, as the Studio's editor reads and writes them. */
import { hash } from 'node:crypto';
import type { StudioSourceFile } from '../../shared/bridge/contract.ts';
import { writeBelow } from '../files/foreign-write.ts';
import { readSourceText } from '../library/hooks-file.ts';

/** A missing file reads as an empty text with the hash null. `hash`: SHA-256 of the text. Rejects `file_refused`. */
export async function readSource(
  folder: string,
  file: StudioSourceFile,
): Promise<{ text: string; hash: string | null }> {
  const text = await readSourceText(folder, file);
  return { text: text ?? '', hash: text === null ? null : hash('sha256', text) };
}

/**
 * Writes a source file and returns its new hash. `based_on`: the hash of the text that was edited; returns null, and writes nothing, if
 * the file has changed since. Rejects as `writeBelow` does.
 */
export async function writeSource(
  folder: string,
  file: StudioSourceFile,
  text: string,
  based_on: string | null,
): Promise<string | null> {
  if ((await readSource(folder, file)).hash !== based_on) return null;
  await writeBelow(folder, file, text);
  return hash('sha256', text);
}
