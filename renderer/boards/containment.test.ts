import { expect, it } from 'vitest';
import { containsBoards } from './containment.ts';

it('accepts Chromium from version 152 only', () => {
  const chromium = (version: string) => [
    { brand: 'Not.A/Brand', version: '999' },
    { brand: 'Chromium', version },
  ];
  expect(containsBoards(chromium('152'))).toBe(true);
  expect(containsBoards(chromium('156'))).toBe(true);
  expect(containsBoards(chromium('151'))).toBe(false);
  expect(containsBoards([{ brand: 'Firefox', version: '200' }])).toBe(false);
  expect(containsBoards(undefined)).toBe(false);
});
