import { expect, test } from 'vitest';
import { layoutOf, type SeatPreview } from './preview-settings.ts';

const free: SeatPreview = {
  ...{ theme: null, locale: 'en', dir: 'auto', still: null, size: 'free' },
  custom: { width: 480, height: 480 },
};

test.each([
  ['fills a place like that of a table', { width: 400, height: 338 }, null, { width: 400, height: 338 }, 1],
  ['is not wider than at a table', { width: 800, height: 300 }, null, { width: 432, height: 300 }, 1],
  [
    'is scaled where it would be smaller than promised',
    { width: 800, height: 150 },
    null,
    { width: 432, height: 300 },
    0.5,
  ],
  [
    'is scaled to the width it asks for',
    { width: 345, height: 300 },
    { width: 460, height: 300 },
    { width: 460, height: 400 },
    0.75,
  ],
  ['gets what it asks for', { width: 360, height: 300 }, { width: 360, height: 700 }, { width: 360, height: 700 }, 1],
])('a board of free size %s', (_, area, least, dimensions, scale) => {
  expect(layoutOf(free, area, least)).toEqual({ dimensions, scale });
});

test('a board of a custom size is never scaled', () => {
  const custom: SeatPreview = { ...free, size: 'custom' };
  expect(layoutOf(custom, { width: 100, height: 100 }, null)).toEqual({ dimensions: custom.custom, scale: 1 });
});
