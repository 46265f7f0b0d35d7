/** Letters as they are written into a file: opened, with who is proved to have written them. */
import type { Letter } from '../bridge/inbox.ts';

const iso = (time: number) => new Date(time).toISOString();

export function exportedLetter(letter: Letter) {
  const { id, size, created_at, expires_at, held, door, writer, signature, written_at, words } = letter;
  return {
    ...{ id, size, created_at: iso(created_at), expires_at: iso(expires_at), held, door, plaintext: words },
    writer_public_key: writer?.public_key ?? null,
    ...{ signature, written_at: written_at === null ? null : iso(written_at) },
  };
}

/** The text of an export's file: a JSON array. */
export const exportText = (letters: readonly Letter[]): string =>
  `${JSON.stringify(letters.map(exportedLetter), null, 2)}\n`;
