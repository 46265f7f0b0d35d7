/**
 * What stands inside a sealed box: a letter's words, and below them, where its writer wants to be known, one line that proves
 * it: `parlor-letter:1`, the writer's key, the time, and the signature over the four lines of `letterText`. A reader who does
 * not know that line sees the words and the line as text.
 */
import { ParlorError } from '../errors.ts';
import { characterCount } from '../json/utf8.ts';
import { verifyText } from '../signing/ed25519.ts';
import { letterText } from '../signing/texts.ts';
import { seal } from './sealed-box.ts';
import { letterMaxCharacters, proofCharacters } from './size.ts';

export interface WriterProof {
  public_key: string;
  /** ISO 8601, UTC, milliseconds. */
  written_at: string;
  /** 128 hex digits. */
  signature: string;
}

export interface OpenedLetter {
  words: string;
  /** Who wrote it, and when by their own clock; null without a signature that holds. */
  writer: Pick<WriterProof, 'public_key' | 'written_at'> | null;
  /** `invalid`: a line claims a writer, but its signature doesn't hold. Then the words keep that line. */
  signature: 'none' | 'valid' | 'invalid';
}

const proofLine = /\n\nparlor-letter:1 ([0-9a-f]{64}) (\S{24}) ([0-9a-f]{128})$/;

/**
 * Seals a letter of at most 256 characters, signed where a proof is given.
 * @throws ParlorError `invalid_field` with `detail.field` `text` or `recipient_public_key`.
 */
export function sealLetter(words: string, recipient: Uint8Array, proof: WriterProof | null): Uint8Array {
  const field = { field: 'text' };
  const characters = characterCount(words);
  if (characters === 0) throw new ParlorError('invalid_field', 'A letter needs words.', field);
  if (characters > letterMaxCharacters) {
    throw new ParlorError(
      'invalid_field',
      `The text has ${characters} characters; a letter holds ${letterMaxCharacters}.`,
      field,
    );
  }
  if (proof === null) return seal(words, recipient);
  const text = `${words}\n\nparlor-letter:1 ${proof.public_key} ${proof.written_at} ${proof.signature}`;
  return seal(text, recipient, { maxCharacters: letterMaxCharacters + proofCharacters });
}

/** Reads the text of an opened box; `recipient_public_key` is the key it was sealed to. */
export function readLetter(text: string, recipient_public_key: string): OpenedLetter {
  const [line = '', public_key = '', written_at = '', signature = ''] = proofLine.exec(text) ?? [];
  if (line === '') return { words: text, writer: null, signature: 'none' };
  const words = text.slice(0, -line.length);
  if (holds({ recipient_public_key, written_at, words }, signature, public_key)) {
    return { words, writer: { public_key, written_at }, signature: 'valid' };
  }
  return { words: text, writer: null, signature: 'invalid' };
}

function holds(parts: Parameters<typeof letterText>[0], signature: string, public_key: string): boolean {
  try {
    return verifyText(letterText(parts), signature, public_key);
  } catch {
    // A time that does not exist.
    return false;
  }
}

/** The table of this community a letter invites to, by a link in it; a link to another community is not one. */
export function tableIn(words: string): string | null {
  const link = /parlor:\/\/join\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-zA-Z?&#/-])/.exec(words);
  return link?.[1] ?? null;
}
