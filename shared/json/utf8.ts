/** UTF-8 encoding and lengths, for every runtime: `shared` compiles without the types of the DOM or Node. */
import { utf8ToBytes } from '@noble/hashes/utils.js';

declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a text. Lone surrogates become U+FFFD, so reject such texts before signing or hashing. */
export const utf8Bytes = (text: string): Uint8Array => utf8ToBytes(text);

/** Decodes bytes, preserving a byte order mark. Throws TypeError for invalid UTF-8. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Length in UTF-8 bytes, computed without encoding the text. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // A surrogate pair has two units and four bytes, so each half adds one.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff && isPaired(text, i)) ? 1 : 2;
  }
  return length;
}

function isPaired(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  const other = unit < 0xdc00 ? text.charCodeAt(i + 1) : text.charCodeAt(i - 1);
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00;
}

/** Length in Unicode code points, which is what the specification calls characters. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
