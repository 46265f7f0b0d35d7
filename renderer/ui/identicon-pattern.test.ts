import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { identiconOf } from './identicon-pattern.ts';

describe('an identicon', () => {
  const key = 'e0f6b115a3c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b436e';

  it('is the same for the same key', () => {
    expect(identiconOf(key)).toEqual(identiconOf(key));
  });

  it('mirrors left to right', () => {
    const { a, b } = identiconOf(key).paths;
    const starts = [...`${a}${b}`.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const rows = (column: number) => starts.filter(([x]) => x === column).map(([, y]) => y);
    expect(rows(0).length).toBeGreaterThan(0);
    expect(rows(36)).toEqual(rows(0));
  });

  it('is never empty', () => {
    const { a, b } = identiconOf('0'.repeat(64)).paths;
    expect(a).not.toBe('');
    expect(b).not.toBe('');
  });

  it('differs for most keys', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(identiconOf(sha256Hex(String(i))))));
    expect(seen.size).toBeGreaterThan(195);
  });
});
