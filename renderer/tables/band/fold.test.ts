import { expect, it } from 'vitest';
import { areApart, folds, foldToFit } from './fold.ts';

const box = (left: number, right: number, top = 0, bottom = 40) => ({ left, right, top, bottom }) as DOMRect;
const band = box(0, 600);

it('folds no more than needed, and everything if nothing fits', () => {
  expect(foldToFit(() => true)).toBe(0);
  expect(foldToFit((count) => count >= 3)).toBe(3);
  expect(foldToFit(() => false)).toBe(folds.length);
});

it('needs 8 pixels between parts in a row, none between rows, and all parts inside the band', () => {
  expect(areApart(band, [box(0, 100), box(108, 200)])).toBe(true);
  expect(areApart(band, [box(0, 100), box(107, 200)])).toBe(false);
  expect(areApart(band, [box(0, 100), box(50, 200, 40, 80)])).toBe(true);
  expect(areApart(band, [box(0, 100), box(108, 601)])).toBe(false);
});
