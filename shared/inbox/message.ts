/**
 * The content of a sealed box: the message's text, optionally followed by a line that proves its writer: `parlor-letter:1`, the writer's
 * key, the time, and the signature over `inboxMessageText`. Clients that do not support this line show it as text.
 */
import { findJoinLinks } from '../community/join-links.ts';
import { ParlorError } from '../errors.ts';
import { characterCount } from '../json/utf8.ts';
import { verifyText } from '../signing/ed25519.ts';
import { inboxMessageText } from '../signing/texts.ts';
import { seal } from './sealed-box.ts';
import { inboxMessageMaxCharacters, proofCharacters } from './size.ts';

/** Proves the writer of a message: a signature over `inboxMessageText`. */
export interface WriterProof {
  public_key: string;
  /** ISO 8601, UTC, milliseconds. */
  written_at: string;
  /** 128 hex digits. */
  signature: string;
}

export interface OpenedInboxMessage {
  text: string;
  /** The writer, and the time by the writer's clock; null without a valid signature. */
  writer: WriterProof | null;
  /** `invalid`: the signature of the proof line is invalid. `text` then includes that line. */
  signature: 'none' | 'valid' | 'invalid';
}

const proofLine = /\n\nparlor-letter:1 ([0-9a-f]{64}) (\S{24}) ([0-9a-f]{128})$/;

/**
 * Seals a message, with the writer's proof if given.
 * @throws ParlorError `invalid_field` with `detail.field` `text` or `recipient_public_key`.
 */
export function sealInboxMessage(words: string, recipient: Uint8Array, proof: WriterProof | null): Uint8Array {
  const field = { field: 'text' };
  const characters = characterCount(words);
  if (characters === 0) throw new ParlorError('invalid_field', 'A message needs text.', field);
  if (characters > inboxMessageMaxCharacters) {
    throw new ParlorError(
      'invalid_field',
      `The text has ${characters} characters; a message holds at most ${inboxMessageMaxCharacters}.`,
      field,
    );
  }
  if (proof === null) return seal(words, recipient);
  const text = `${words}\n\nparlor-letter:1 ${proof.public_key} ${proof.written_at} ${proof.signature}`;
  return seal(text, recipient, { maxCharacters: inboxMessageMaxCharacters + proofCharacters });
}

/** Parses the text of an opened box; `recipient_public_key` is the key it was sealed to. */
export function readInboxMessage(text: string, recipient_public_key: string): OpenedInboxMessage {
  const [line = '', public_key = '', written_at = '', signature = ''] = proofLine.exec(text) ?? [];
  if (line === '') return { text, writer: null, signature: 'none' };
  const words = text.slice(0, -line.length);
  if (isValid({ recipient_public_key, written_at, words }, signature, public_key)) {
    return { text: words, writer: { public_key, written_at, signature }, signature: 'valid' };
  }
  return { text, writer: null, signature: 'invalid' };
}

function isValid(parts: Parameters<typeof inboxMessageText>[0], signature: string, public_key: string): boolean {
  try {
    return verifyText(inboxMessageText(parts), signature, public_key);
  } catch {
    // `written_at` is not a valid time.
    return false;
  }
}

/** The `post_id` of the first link to an invitation in the reader's own community; null if there is none. */
export const linkedPostId = (words: string): string | null =>
  findJoinLinks(words).find((link) => link?.server === null)?.post_id ?? null;
