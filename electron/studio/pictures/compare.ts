/** Compares two pictures of a board, pixel by pixel. */
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

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

/** Null if the pictures are the same. A kept file that is no PNG, or has another size, differs in every pixel. */
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

/** Where a PNG has its size: two 32-bit numbers after the signature and the head of the first chunk. */
const sizeAt = 16;

/** The size is read before the file is decoded, which could take any amount of memory. */
function readKept(bytes: Uint8Array, size: { width: number; height: number }): PNG | null {
  const file = Buffer.from(bytes);
  if (file.length < sizeAt + 8) return null;
  if (file.readUInt32BE(sizeAt) !== size.width || file.readUInt32BE(sizeAt + 4) !== size.height) return null;
  try {
    return PNG.sync.read(file);
  } catch {
    return null;
  }
}
