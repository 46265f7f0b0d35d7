import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { identiconOf } from './identicon.ts';

describe('an identicon', () => {
  const key = 'e0f6b115a3c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b436e';

  it('is the same for the same key and mirrors left to right', () => {
    const { cells } = identiconOf(key);
    expect(identiconOf(key)).toEqual(identiconOf(key));
    for (const row of [0, 3, 6]) expect(cells[row]).toEqual(cells[row + 2]);
  });

  it('is never empty', () => {
    expect(identiconOf('0'.repeat(64)).cells.some((cell) => cell.patch !== 'none')).toBe(true);
  });

  it('differs for most keys', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(identiconOf(sha256Hex(String(i))))));
    expect(seen.size).toBeGreaterThan(195);
  });
});
