/** Which pictures count as the same, and what a hostile file in their place does. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { comparePictures } from './compare.ts';
import { originOf, withOrigin } from './origin.ts';

/** A white picture of 20 by 10 pixels with the given ones in a grey. */
function picture(pixels: readonly [x: number, y: number][] = [], grey = 0): Buffer {
  const png = new PNG({ width: 20, height: 10 });
  png.data.fill(255);
  for (const [x, y] of pixels) png.data.fill(grey, (y * 20 + x) * 4, (y * 20 + x) * 4 + 3);
  return PNG.sync.write(png);
}

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
