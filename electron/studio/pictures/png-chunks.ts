/** The chunks of a PNG (https://www.w3.org/TR/png-3/#5Chunk-layout). */

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of a chunk besides its data: length, type and checksum. */
const frameBytes = 12;

export interface PngChunk {
  type: string;
  data: Buffer;
}

/** In their order, as far as they are complete, and none of what is no PNG. Checksums aren't verified. */
export function* pngChunks(png: Uint8Array): Generator<PngChunk> {
  const file = Buffer.from(png.buffer, png.byteOffset, png.length);
  if (!file.subarray(0, signature.length).equals(signature)) return;
  for (let at = signature.length; at + frameBytes <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (at + frameBytes + length > file.length) return;
    const typeAt = at + 4;
    const dataAt = typeAt + 4;
    yield { type: file.toString('latin1', typeAt, dataAt), data: file.subarray(dataAt, dataAt + length) };
    at += frameBytes + length;
  }
}
