/**
 * Sealed lines: `<number> <length> <base64>`, the box of a JSON value with the file's purpose and the line's number as associated data,
 * so that no line can be read, altered or moved without the key, and a missing one is noticed. The length distinguishes an incompletely
 * written line from a damaged one.
 */
import { open, seal } from './seal.ts';

export interface LineKey {
  /** 32 bytes. */
  key: Uint8Array;
  /** Identifies the file and its owner. */
  purpose: string;
}

export interface SealedLine {
  index: number;
  /** Null for bytes that are no line. */
  number: number | null;
  box: string;
  /** Bytes, with the line break. */
  size: number;
}

const associatedData = (purpose: string, number: number) => `${purpose} ${number}`;

export function sealLine({ key, purpose }: LineKey, number: number, value: unknown): string {
  const box = seal(key, associatedData(purpose, number), JSON.stringify(value)).toString('base64');
  return `${number} ${box.length} ${box}\n`;
}

/** The value of a line; undefined if it is damaged or was sealed for another file, owner or place. */
export function openLine({ key, purpose }: LineKey, { number, box }: SealedLine): unknown {
  try {
    return JSON.parse(open(key, associatedData(purpose, number ?? -1), Buffer.from(box, 'base64')));
  } catch {
    return undefined;
  }
}

const linePattern = /^(\d{1,15}) (\d{1,9}) ([A-Za-z0-9+/=]*)$/;

/** The lines of a file. `isTorn`: the last one was not written completely; `end`: where the lines before it end. */
export function parseLines(bytes: Buffer): { lines: SealedLine[]; end: number; isTorn: boolean } {
  const lines: SealedLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push(parseLine(bytes.toString('latin1', start, end), lines.length, end + 1 - start));
    start = end + 1;
  }
  const rest = bytes.toString('latin1', start);
  if (rest === '') return { lines, end: start, isTorn: bytes.length === 0 };
  // After a loss of power, a file may end with zeros in place of what was not written yet.
  if (isPrefixOfLine(rest.replace(/\0+$/, ''))) return { lines, end: start, isTorn: true };
  lines.push({ index: lines.length, number: null, box: '', size: rest.length });
  return { lines, end: start, isTorn: false };
}

function parseLine(text: string, index: number, size: number): SealedLine {
  const [, number = '', length = '', box = ''] = linePattern.exec(text) ?? [];
  const isComplete = number !== '' && Number(length) === box.length;
  return { index, number: isComplete ? Number(number) : null, box: isComplete ? box : '', size };
}

function isPrefixOfLine(text: string): boolean {
  if (/^\d{0,15}$|^\d{1,15} \d{0,9}$/.test(text)) return true;
  const [, , length = '', box = ''] = linePattern.exec(text) ?? [];
  return length !== '' && box.length <= Number(length);
}
