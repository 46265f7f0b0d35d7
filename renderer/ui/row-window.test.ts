import { describe, expect, it } from 'vitest';
import { visibleRange } from './row-window.ts';

describe('the rendered range of a long list', () => {
  it('covers the visible rows and the overscan', () => {
    for (const scrolled of [0, 46, 47, 5000, 469_500]) {
      const { from, to } = visibleRange(scrolled, 600, 47, 10_000);
      expect(from).toBeLessThanOrEqual(Math.max(0, Math.floor(scrolled / 47) - 8));
      expect(to).toBeGreaterThanOrEqual(Math.min(10_000, Math.ceil((scrolled + 600) / 47) + 8));
      expect(to - from).toBeLessThanOrEqual(40);
    }
  });

  it('moves in steps, so that most scrolling causes no change', () => {
    expect(visibleRange(4700, 600, 47, 10_000)).toEqual(visibleRange(4800, 600, 47, 10_000));
  });

  it('stays within the list', () => {
    expect(visibleRange(0, 600, 47, 3)).toEqual({ from: 0, to: 3 });
    expect(visibleRange(99_999, 600, 47, 3)).toEqual({ from: 3, to: 3 });
    expect(visibleRange(0, 600, 47, 0)).toEqual({ from: 0, to: 0 });
  });
});
