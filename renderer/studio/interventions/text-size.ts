import { ParlorError } from '../../../shared/errors.ts';

/** Throws `too_large` for a typed text that main would refuse. A limit of its field would cut the text without a word. */
export function requireSize(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  throw new ParlorError('too_large', `The text has ${text.length} characters, of at most ${maxCharacters}.`);
}
