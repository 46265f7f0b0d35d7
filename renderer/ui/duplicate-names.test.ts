import { expect, it } from 'vitest';
import { duplicateNames, isDuplicate } from './duplicate-names.ts';

it('reports a name only if different keys use it', () => {
  const original = { nickname: 'Tidewright', public_key: 'a' };
  const twin = { nickname: 'tidewright', public_key: 'b' };
  const other = { nickname: 'basalt', public_key: 'c' };
  expect(isDuplicate(duplicateNames([original, other, twin]), 'TIDEWRIGHT')).toBe(true);
  expect(isDuplicate(duplicateNames([original, other, twin]), 'basalt')).toBe(false);
  expect(duplicateNames([original, original, other]).size).toBe(0);
});
