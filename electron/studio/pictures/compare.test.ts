/** Which pictures count as the same, and what a hostile file in their place does. */
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it, vi } from 'vitest';
import { comparePictures } from './compare.ts';
import { originOf, withOrigin } from './origin.ts';

/** A white picture of 20 by 10 pixels with the given ones in a grey. */
function picture(pixels: readonly [x: number, y: number][] = [], grey = 0): Buffer {
  const png = new PNG({ width: 20, height: 10 });
  png.data.fill(255);
  for (const [x, y] of pixels) png.data.fill(grey, (y * 20 + x) * 4, (y * 20 + x) * 4 + 3);
  return PNG.sync.write(png);
}

const signature = picture().subarray(0, 8);

function pngChunk(type: string, content: Buffer): Buffer {
  const [length, checksum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), content])];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Of a picture with 8-bit RGBA. */
function header({ height = 10, interlaced = false } = {}): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(20, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 6, 0, 0, Number(interlaced)], 8);
  return pngChunk('IHDR', content);
}

/** Ten rows of 20 pixels, each row with its filter. */
const data = pngChunk('IDAT', deflateSync(Buffer.alloc((4 * 20 + 1) * 10)));

const square: [number, number][] = [4, 5, 6].flatMap((x) => [3, 4, 5].map((y): [number, number] => [x, y]));

describe('comparing pictures', () => {
  it('finds what differs, and marks it', () => {
    const difference = comparePictures(picture(), picture(square));
    expect(difference?.pixels).toBe(9);
    const marked = PNG.sync.read(Buffer.from(difference!.png!));
    const colourAt = (x: number, y: number) => [...marked.data.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)];
    expect(colourAt(5, 4)).toEqual([255, 0, 0]);
    expect(colourAt(12, 4)).not.toEqual([255, 0, 0]);
  });

  it('takes colours that people can’t tell apart as the same', () => {
    expect(comparePictures(picture(), picture())).toBeNull();
    expect(comparePictures(picture(square, 120), picture(square, 124))).toBeNull();
    expect(comparePictures(picture(square, 120), picture(square, 220))).not.toBeNull();
  });

  it('decodes no kept file of another size, and takes none that is no PNG', () => {
    const all = { pixels: 200, png: null };
    expect(comparePictures(Buffer.from('no picture'), picture())).toEqual(all);
    expect(comparePictures(new Uint8Array(), picture())).toEqual(all);
    expect(comparePictures(picture().subarray(0, 60), picture())).toEqual(all);
    // As of a picture with four thousand million pixels.
    const huge = picture();
    huge.writeUInt32BE(65_536, 16);
    huge.writeUInt32BE(65_536, 20);
    expect(comparePictures(huge, picture())).toEqual(all);
  });

  it.each<[string, ...Buffer[]]>([
    ['interlaced', header({ interlaced: true }), data],
    ['has a second header that is interlaced', header(), header({ interlaced: true }), data],
    ['has a second header of another size', header(), header({ height: 1_000_000 }), data],
    ['has a header after its data', header(), data, header({ height: 1_000_000 })],
    ['has many palettes', header(), ...Array(2).fill(pngChunk('PLTE', Buffer.alloc(768))), data],
    ['is larger than its pixels', header(), ...Array(6000).fill(pngChunk('tEXt', Buffer.alloc(0))), data],
  ])('decodes no kept file that %s', (_, ...chunks) => {
    const decode = vi.spyOn(PNG.sync, 'read');
    const kept = Buffer.concat([signature, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
    expect(comparePictures(kept, picture())).toEqual({ pixels: 200, png: null });
    // The new picture alone.
    expect(decode).toHaveBeenCalledTimes(1);
    decode.mockRestore();
  });

  it('decodes a kept file of the same parts that is none of these', () => {
    const kept = Buffer.concat([signature, header(), data, pngChunk('IEND', Buffer.alloc(0))]);
    expect(comparePictures(kept, picture())?.png).not.toBe(null);
  });

  it('ignores the browser that took a picture', () => {
    const [one, other] = ['Chrome/156 on linux', 'Edg/157 on win32'].map((name) => withOrigin(picture(square), name));
    expect(comparePictures(one!, other!)).toBeNull();
  });
});

describe('the origin of a picture', () => {
  it('is read back, and the picture stays valid', () => {
    const named = withOrigin(picture(square), 'Chrome/156.0.8078.108 on linux');
    expect(originOf(named)).toBe('Chrome/156.0.8078.108 on linux');
    expect(PNG.sync.read(Buffer.from(named)).data).toEqual(PNG.sync.read(picture(square)).data);
  });

  it('is unknown of any other file', () => {
    for (const file of [picture(), Buffer.from('no picture'), Buffer.alloc(100, 255)])
      expect(originOf(file)).toBeNull();
  });
});
