import { expect, it } from 'vitest';
import { doubledNames, isDoubled } from './doubled-names.ts';

it('notices two equal names only under different keys', () => {
  const one = { nickname: 'Tidewright', public_key: 'a' };
  const twin = { nickname: 'tidewright', public_key: 'b' };
  const other = { nickname: 'basalt', public_key: 'c' };
  expect(isDoubled(doubledNames([one, other, twin]), 'TIDEWRIGHT')).toBe(true);
  expect(isDoubled(doubledNames([one, other, twin]), 'basalt')).toBe(false);
  expect(doubledNames([one, one, other]).size).toBe(0);
});
