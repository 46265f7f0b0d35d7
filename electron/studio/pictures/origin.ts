/** A picture's browser and system, in the PNG's own text chunk `Software` (https://www.w3.org/TR/png-3/#11tEXt). */
import { crc32 } from 'node:zlib';

const keyword = 'Software\0';
/** The last chunk, which is empty: length, name and checksum. */
const endBytes = 12;
/** The signature, and the first chunk with the size. */
const headBytes = 33;
const type = 'tEXt';

/** `browser`: Latin-1. */
export function withOrigin(png: Uint8Array, browser: string): Uint8Array {
  const body = Buffer.from(`${type}${keyword}${browser}`, 'latin1');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - type.length);
  checksum.writeUInt32BE(crc32(body));
  const end = png.length - endBytes;
  return Buffer.concat([png.subarray(0, end), length, body, checksum, png.subarray(end)]);
}

/** Null if the file doesn't say. */
export function originOf(png: Uint8Array): string | null {
  const file = Buffer.from(png);
  for (let at = headBytes; at + endBytes <= file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length).toString('latin1');
    if (body.startsWith(`${type}${keyword}`)) return body.slice(type.length + keyword.length);
    at += endBytes + length;
  }
  return null;
}
