import { expect, it } from 'vitest';
import { formatSize } from './size.ts';

it('chooses the unit with the shortest number', () => {
  expect([0, 640, 412_300, 3_140_000, 2_000_000_000].map((bytes) => formatSize('en', bytes))).toEqual([
    '0 kB',
    '0.6 kB',
    '412 kB',
    '3.1 MB',
    '2 GB',
  ]);
});
