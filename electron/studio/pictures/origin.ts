/** A picture's browser and system, in the PNG's own text chunk `Software` (https://www.w3.org/TR/png-3/#11tEXt). */
import { crc32 } from 'node:zlib';
import { pngChunks } from './png-chunks.ts';

const keyword = 'Software\0';
/** The last chunk, which is empty: length, name and checksum. */
const endBytes = 12;
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
  for (const chunk of pngChunks(png)) {
    const text = chunk.type === type ? chunk.data.toString('latin1') : '';
    if (text.startsWith(keyword)) return text.slice(keyword.length);
  }
  return null;
}
