/** Reads QR codes in the window itself: Chromium on Linux has no BarcodeDetector. */

/** Time limits for decoding. A camera frame gets less, since the next one follows soon. */
const timeLimitsMs = { frame: 40, picture: 1000 };

/** The text of the first code found; null if there is none. The decoder is loaded on first use. */
export async function readQr(source: Blob | HTMLVideoElement): Promise<string | null> {
  const [{ decodeQR }, pixels] = await Promise.all([import('qr/decode.js'), pixelsOf(source)]);
  try {
    return decodeQR(pixels, { timeLimit: source instanceof Blob ? timeLimitsMs.picture : timeLimitsMs.frame });
  } catch {
    return null;
  }
}

async function pixelsOf(source: ImageBitmapSource): Promise<ImageData> {
  const bitmap = await createImageBitmap(source);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('No 2D context for a canvas.');
  // A transparent background would otherwise be as dark as the code.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

/** The first image among dropped or pasted files. */
export const findPicture = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null;
