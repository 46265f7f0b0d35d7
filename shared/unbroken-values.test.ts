import { expect, it } from 'vitest';
import { withUnbrokenValues } from './unbroken-values.ts';

it('keeps a number and its unit together', () => {
  expect(withUnbrokenValues('Trying again in 19 s.')).toBe('Trying again in 19\u00a0s.');
  expect(withUnbrokenValues('120 s per move, +13 points, 412 kB')).toBe(
    '120\u00a0s per move, +13\u00a0points, 412\u00a0kB',
  );
  expect(withUnbrokenValues('已用 19 秒，下了 3 局')).toBe('已用 19\u00a0秒，下了 3\u00a0局');
});

it('leaves other spaces, also after a number', () => {
  for (const text of ['column 5 sinks', 'Lot 4 of 7', 'best of 3, Marlow', 'table 12 shows it'])
    expect(withUnbrokenValues(text)).toBe(text);
});
