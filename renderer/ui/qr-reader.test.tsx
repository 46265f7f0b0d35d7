import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { QrCode } from './QrCode.tsx';
import { readQr } from './qr-reader.ts';

const link = `parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=${encodeURIComponent('https://harbor.example')}`;

/** A PNG of the code that QrCode renders, on a transparent background, rotated. */
async function pictureOf(text: string, degrees = 0): Promise<Blob> {
  const { container, unmount } = await renderPart(<QrCode text={text} label="code" />);
  const svg = container.querySelector('svg')!;
  const { width: modules } = svg.viewBox.baseVal;
  const dark = new Path2D(svg.querySelector('path')!.getAttribute('d')!);
  await unmount();
  const canvas = new OffscreenCanvas(600, 600);
  const context = canvas.getContext('2d')!;
  context.translate(300, 300);
  context.rotate((degrees * Math.PI) / 180);
  context.scale(400 / modules, 400 / modules);
  context.translate(-modules / 2, -modules / 2);
  context.fill(dark);
  return canvas.convertToBlob();
}

it.each(['a', link, 'Größe 桌子 '.repeat(20), 'x'.repeat(1200)])('decodes a code that contains %j', async (text) => {
  expect(await readQr(await pictureOf(text))).toBe(text);
});

it('decodes a rotated code', async () => {
  expect(await readQr(await pictureOf(link, 17))).toBe(link);
});

it('decodes camera frames', async () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 600;
  canvas.getContext('2d')!.drawImage(await createImageBitmap(await pictureOf(link)), 0, 0);
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = canvas.captureStream(10);
  await video.play();
  await expect.poll(() => readQr(video)).toBe(link);
});

it('returns null for a picture without a code', async () => {
  const canvas = new OffscreenCanvas(300, 200);
  canvas.getContext('2d')!.fillRect(40, 40, 100, 100);
  expect(await readQr(await canvas.convertToBlob())).toBeNull();
});

it('renders nothing if the text is too long for any code', async () => {
  const { container } = await renderPart(<QrCode text={'x'.repeat(2332)} label="code" />);
  expect(container.querySelector('svg')).toBeNull();
});
