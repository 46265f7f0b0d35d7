/** Compares two pictures of a board, pixel by pixel. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { pngChunks } from './png-chunks.ts';

export interface PictureDifference {
  /** How many pixels differ. */
  pixels: number;
  /** A PNG with these pixels in red on the faded picture; null if the kept one can't be compared. */
  png: Uint8Array | null;
}

/**
 * How far a pixel's colour may be from the kept one, 0 to 1: less than people see. Smoothed edges don't count, since they differ between
 * graphics libraries. More than that, no pixel may differ.
 */
const threshold = 0.1;

type Size = Pick<PNG, 'width' | 'height'>;

/** Of a header, and where it says whether the picture is interlaced (https://www.w3.org/TR/png-3/#11IHDR). */
const headerBytes = 13;
const interlaceAt = 12;
/** Entries of three bytes. */
const paletteMaxBytes = 3 * 256;
/** What a file may have besides its pixels, which no encoder makes larger than they are by more: chunks and texts. */
const besidesMaxBytes = 64 * 1024;

/** Null if the pictures are the same. A kept file that is no PNG, has another size or is interlaced differs in every pixel. */
export function comparePictures(kept: Uint8Array, taken: Uint8Array): PictureDifference | null {
  if (Buffer.from(kept).equals(taken)) return null;
  const image = PNG.sync.read(Buffer.from(taken));
  const { width, height } = image;
  const keptImage = readKept(kept, { width, height });
  if (keptImage === null) return { pixels: width * height, png: null };
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(keptImage.data, image.data, difference.data, width, height, { threshold });
  return pixels === 0 ? null : { pixels, png: PNG.sync.write(difference) };
}

function readKept(bytes: Uint8Array, size: Size): PNG | null {
  if (!isDecodable(bytes, size)) return null;
  try {
    return PNG.sync.read(Buffer.from(bytes));
  } catch {
    return null;
  }
}

/**
 * Whether a PNG takes no more memory to decode than a browser's picture of this size. pngjs inflates as much as the last header says, and
 * all that there is if that says interlaced, which browsers' pictures aren't; and it adds up palettes.
 */
function isDecodable(png: Uint8Array, { width, height }: Size): boolean {
  if (png.length > (4 * width + 1) * height + besidesMaxBytes) return false;
  let headers = 0;
  let paletteBytes = 0;
  for (const { type, data } of pngChunks(png)) {
    if (type === 'PLTE') paletteBytes += data.length;
    if (type !== 'IHDR') continue;
    headers += 1;
    if (data.length !== headerBytes || data[interlaceAt] !== 0) return false;
    if (data.readUInt32BE(0) !== width || data.readUInt32BE(4) !== height) return false;
  }
  return headers === 1 && paletteBytes <= paletteMaxBytes;
}
