/** The app's icon in the formats of the three systems, all of which can contain the PNG images drawn by resources/icons/render.ts. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../imports.ts';

/** Writes `16x16.png` ... for Linux, `icon.icns` and `icon.ico` to a folder. */
export async function writeIcons(folder: string): Promise<void> {
  const source = (size: number) => join(root, 'resources', 'icons', `icon-${size}.png`);
  const image = (size: number) => readFile(source(size));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
    await copyFile(source(size), join(folder, `${size}x${size}.png`));
  const macos = icnsTypes.map(async ({ type, size }) => ({ type, bytes: await image(size) }));
  await writeFile(join(folder, 'icon.icns'), icns(await Promise.all(macos)));
  const windows = [16, 24, 32, 48, 64, 128, 256].map(async (size) => ({ size, bytes: await image(size) }));
  await writeFile(join(folder, 'icon.ico'), ico(await Promise.all(windows)));
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
function icns(images: { type: string; bytes: Buffer }[]): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + body.length, 4);
    return Buffer.concat([head, body]);
  };
  return chunk('icns', Buffer.concat(images.map(({ type, bytes }) => chunk(type, bytes))));
}

/** A header, an entry of 16 bytes for each image, and the images. */
function ico(images: { size: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    // One byte each; 0 means 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)]);
}
