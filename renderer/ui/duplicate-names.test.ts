import { expect, it } from 'vitest';
import { duplicateNames, isDuplicate } from './duplicate-names.ts';

it('reports equal names only under different keys', () => {
  const one = { nickname: 'Tidewright', public_key: 'a' };
  const twin = { nickname: 'tidewright', public_key: 'b' };
  const other = { nickname: 'basalt', public_key: 'c' };
  expect(isDuplicate(duplicateNames([one, other, twin]), 'TIDEWRIGHT')).toBe(true);
  expect(isDuplicate(duplicateNames([one, other, twin]), 'basalt')).toBe(false);
  expect(duplicateNames([one, one, other]).size).toBe(0);
});
