/** The app's icon in the formats of the three systems, all of which can contain the PNG images drawn by resources/icons/render.ts. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../imports.ts';

/** Writes `16x16.png` ... for Linux, `icon.icns` and `icon.ico` to a folder. */
export async function writeIcons(folder: string): Promise<void> {
  const sourcePath = (size: number) => join(root, 'resources', 'icons', `icon-${size}.png`);
  const readImage = (size: number) => readFile(sourcePath(size));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
    await copyFile(sourcePath(size), join(folder, `${size}x${size}.png`));
  const macosImages = icnsTypes.map(async ({ type, size }) => ({ type, bytes: await readImage(size) }));
  await writeFile(join(folder, 'icon.icns'), encodeIcns(await Promise.all(macosImages)));
  const windowsImages = [16, 24, 32, 48, 64, 128, 256].map(async (size) => ({ size, bytes: await readImage(size) }));
  await writeFile(join(folder, 'icon.ico'), encodeIco(await Promise.all(windowsImages)));
}

/** Types of PNG images in a macOS icon, including those for high resolutions. */
const icnsTypes = [
  { type: 'ic11', size: 32 },
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic14', size: 512 },
  { type: 'ic09', size: 512 },
  { type: 'ic10', size: 1024 },
];

/** Chunks in a chunk: a type of four characters, the length including this header, and the data. */
function encodeIcns(images: { type: string; bytes: Buffer }[]): Buffer {
  const encodeChunk = (type: string, body: Buffer) => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(8 + body.length, 4);
    return Buffer.concat([header, body]);
  };
  return encodeChunk('icns', Buffer.concat(images.map(({ type, bytes }) => encodeChunk(type, bytes))));
}

/** A header, an entry of 16 bytes for each image, and the images. */
function encodeIco(images: { size: number; bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, bytes }] of images.entries()) {
    const entryOffset = 6 + 16 * index;
    // One byte each; 0 means 256.
    header.writeUInt8(size % 256, entryOffset);
    header.writeUInt8(size % 256, entryOffset + 1);
    header.writeUInt16LE(1, entryOffset + 4);
    header.writeUInt16LE(32, entryOffset + 6);
    header.writeUInt32LE(bytes.length, entryOffset + 8);
    header.writeUInt32LE(offset, entryOffset + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)]);
}
