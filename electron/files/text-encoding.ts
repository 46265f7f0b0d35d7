/** Recognizes the encoding of a text that a person wrote in an editor. Parlor uses UTF-8; others are named, so that they can be changed. */
import { isUtf8 } from 'node:buffer';

export interface TextEncoding {
  /** As editors name it; null if the bytes are not UTF-8 and nothing says what else they are. */
  name: string | null;
  /** For TextDecoder; null for an encoding that it doesn't know. */
  label: 'utf-8' | 'utf-16le' | 'utf-16be' | null;
  /** Whether the text begins with a byte order mark. */
  marked: boolean;
}

/** Byte order marks, longer ones first: the mark of UTF-32 begins with that of UTF-16. */
const marks: readonly (TextEncoding & { bytes: readonly number[] })[] = [
  { bytes: [0xff, 0xfe, 0, 0], name: 'UTF-32 (little-endian)', label: null, marked: true },
  { bytes: [0, 0, 0xfe, 0xff], name: 'UTF-32 (big-endian)', label: null, marked: true },
  { bytes: [0xef, 0xbb, 0xbf], name: 'UTF-8', label: 'utf-8', marked: true },
  { bytes: [0xff, 0xfe], name: 'UTF-16 (little-endian)', label: 'utf-16le', marked: true },
  { bytes: [0xfe, 0xff], name: 'UTF-16 (big-endian)', label: 'utf-16be', marked: true },
];

/** The encoding of bytes that begin as `bytes`, and are all of the text where they are UTF-8. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const mark = marks.find((entry) => entry.bytes.every((byte, index) => bytes[index] === byte));
  if (mark && (mark.label !== 'utf-8' || invalidUtf8Line(bytes) === null)) {
    const { name, label, marked } = mark;
    return { name, label, marked };
  }
  // The first two characters of code are ASCII (RFC 4627, section 3).
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && third && fourth === 0)
    return { name: 'UTF-16 (little-endian)', label: 'utf-16le', marked: false };
  if (first === 0 && second && third === 0 && fourth)
    return { name: 'UTF-16 (big-endian)', label: 'utf-16be', marked: false };
  return invalidUtf8Line(bytes) === null
    ? { name: 'UTF-8', label: 'utf-8', marked: false }
    : { name: null, label: null, marked: false };
}

/** The number of the first line with bytes that aren't UTF-8, from 1; null if all are. */
export function invalidUtf8Line(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  // A byte of a line break is never part of another character in UTF-8.
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** The text without a byte order mark; bytes of an unknown encoding are read as UTF-8, with replacement characters. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOf(bytes).label ?? 'utf-8').decode(bytes);
