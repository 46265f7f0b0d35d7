/** Reading QR codes where the browser can: not every one has a BarcodeDetector, and not every one of these knows QR codes. */

interface Detector {
  detect(source: ImageBitmap | HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

export interface QrReader {
  /** The text of the first code; null where there is none. */
  read(source: Blob | HTMLVideoElement): Promise<string | null>;
}

export async function findQrReader(): Promise<QrReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return {
    async read(source) {
      if (source instanceof HTMLVideoElement) return (await detector.detect(source))[0]?.rawValue ?? null;
      const picture = await createImageBitmap(source);
      try {
        return (await detector.detect(picture))[0]?.rawValue ?? null;
      } finally {
        picture.close();
      }
    },
  };
}

/** The first picture of what was dropped or pasted. */
export const pictureIn = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null;
