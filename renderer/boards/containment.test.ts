import { expect, it } from 'vitest';
import { canContainBoards } from './containment.ts';

it('accepts Chromium from version 152 only', () => {
  const chromium = (version: string) => [
    { brand: 'Not.A/Brand', version: '999' },
    { brand: 'Chromium', version },
  ];
  expect(canContainBoards(chromium('152'))).toBe(true);
  expect(canContainBoards(chromium('156'))).toBe(true);
  expect(canContainBoards(chromium('151'))).toBe(false);
  expect(canContainBoards([{ brand: 'Firefox', version: '200' }])).toBe(false);
  expect(canContainBoards(undefined)).toBe(false);
});
