/** The content of a sealed box: the message's words, optionally followed by the proof of their writer (writer-proof.ts). */
import { findJoinLinks } from '../community/join-links.ts';
import { ParlorError } from '../errors.ts';
import { characterCount } from '../json/utf8.ts';
import { verifyText } from '../signing/ed25519.ts';
import { inboxMessageText } from '../signing/texts.ts';
import { seal } from './sealed-box.ts';
import { messageMaxCharacters } from './size.ts';
import { splitProof, type WriterProof, writeProof } from './writer-proof.ts';

export type { WriterProof };

export interface OpenedInboxMessage {
  text: string;
  /** The writer, and the time by the writer's clock; null without a valid signature. */
  writer: WriterProof | null;
  /** `invalid`: there is a proof, but not of these words. `text` then includes it. */
  signature: 'none' | 'valid' | 'invalid';
}

/**
 * Seals a message, with the writer's proof if given.
 * @throws ParlorError `invalid_field` with `detail.field` `text` or `recipient_public_key`.
 */
export function sealInboxMessage(words: string, recipient: Uint8Array, proof: WriterProof | null): Uint8Array {
  const field = { field: 'text' };
  const characters = characterCount(words);
  if (characters === 0) throw new ParlorError('invalid_field', 'A message needs text.', field);
  const maxCharacters = messageMaxCharacters(proof !== null);
  if (characters > maxCharacters) {
    throw new ParlorError(
      'invalid_field',
      `The text has ${characters} characters; a${proof === null ? '' : ' signed'} message holds at most ${maxCharacters}.`,
      field,
    );
  }
  return seal(proof === null ? words : words + writeProof(proof), recipient);
}

/** Parses the text of an opened box; `recipient_public_key` is the key it was sealed to. */
export function readInboxMessage(text: string, recipient_public_key: string): OpenedInboxMessage {
  const split = splitProof(text);
  if (!split) return { text, writer: null, signature: 'none' };
  const { words, proof } = split;
  const { public_key, written_at, signature } = proof;
  if (isValid({ recipient_public_key, written_at, words }, signature, public_key))
    return { text: words, writer: proof, signature: 'valid' };
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
