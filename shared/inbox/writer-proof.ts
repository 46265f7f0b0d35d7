/**
 * The proof of a message's writer, as it is sealed after the words. Each of its characters carries 12 bits and is from U+E0000 to U+E0FFF,
 * which Unicode sets apart as ignorable (Default_Ignorable_Code_Point): readers of the existing network, which limit what is sealed to 256
 * characters and show all of it, show nothing of the proof.
 */

/** Proves the writer of a message: a signature over `inboxMessageText`. */
export interface WriterProof {
  public_key: string;
  /** ISO 8601, UTC, milliseconds. */
  written_at: string;
  /** 128 hex digits. */
  signature: string;
}

const firstCharacter = 0xe0000;
const digits = { key: 64, time: 12, signature: 128 };
/** Three hex digits for each character. */
const digitsPerCharacter = 3;
/** Code points of a proof. */
export const proofCharacters = (digits.key + digits.time + digits.signature) / digitsPerCharacter;

const proofAtEnd = new RegExp(`[\\u{e0000}-\\u{e0fff}]{${proofCharacters}}$`, 'u');
/** How earlier versions wrote it; clients of the existing network showed the line. */
const proofLine = /\n\nparlor-letter:1 ([0-9a-f]{64}) (\S{24}) ([0-9a-f]{128})$/;

export function writeProof({ public_key, written_at, signature }: WriterProof): string {
  const time = Date.parse(written_at).toString(16).padStart(digits.time, '0');
  const groups = `${public_key}${time}${signature}`.match(/.{3}/g) ?? [];
  return groups.map((group) => String.fromCodePoint(firstCharacter + Number.parseInt(group, 16))).join('');
}

/** The words of an opened message, and the proof after them, which is not verified yet; null without one. */
export function splitProof(text: string): { words: string; proof: WriterProof } | null {
  const [line, public_key = '', written_at = '', signature = ''] = proofLine.exec(text) ?? [];
  if (line !== undefined) return { words: text.slice(0, -line.length), proof: { public_key, written_at, signature } };
  const [ending] = proofAtEnd.exec(text) ?? [];
  if (ending === undefined) return null;
  const hex = Array.from(ending, (character) =>
    (character.codePointAt(0)! - firstCharacter).toString(16).padStart(digitsPerCharacter, '0'),
  ).join('');
  const time = Number.parseInt(hex.slice(digits.key, digits.key + digits.time), 16);
  return {
    words: text.slice(0, -ending.length),
    proof: {
      public_key: hex.slice(0, digits.key),
      written_at: isoTime(time),
      signature: hex.slice(digits.key + digits.time),
    },
  };
}

/** Empty for a time that no date has. */
const isoTime = (time: number): string => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : '');
