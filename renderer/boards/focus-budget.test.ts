import { describe, expect, it } from 'vitest';
import { createFocusBudget } from './focus-budget.ts';

/** The number of entries, one every `intervalMs`, before the budget is exhausted; `limit` if it never is. */
function entriesUntilExhausted(
  intervalMs: number,
  entry: { userActive: boolean; lastInputAt?: number },
  limit = 1000,
): number {
  const budget = createFocusBudget();
  for (let count = 0; count < limit; count += 1) {
    const now = 10_000 + count * intervalMs;
    if (budget.recordEntry({ now, lastInputAt: now - 100, ...entry }).exhausted) return count;
  }
  return limit;
}

describe('the focus entering a frame', () => {
  it('is a theft without user activation, and the fourth in quick succession is too many', () => {
    expect(createFocusBudget().recordEntry({ now: 0, userActive: false, lastInputAt: 0 })).toEqual({
      isTheft: true,
      exhausted: false,
    });
    expect(entriesUntilExhausted(10, { userActive: false })).toBe(3);
    expect(entriesUntilExhausted(2000, { userActive: false })).toBeLessThan(5);
    expect(entriesUntilExhausted(11_000, { userActive: false })).toBe(1000);
  });

  it('is limited by rate during input elsewhere: two per second pass, a hundred do not', () => {
    expect(entriesUntilExhausted(10, { userActive: true })).toBeLessThan(25);
    expect(entriesUntilExhausted(500, { userActive: true })).toBe(1000);
  });

  it('is a press without a limit when the activation comes from inside the frame', () => {
    expect(entriesUntilExhausted(50, { userActive: true, lastInputAt: 0 })).toBe(1000);
  });

  it('counts presses that are certainly the user’s against those that are not', () => {
    const budget = createFocusBudget();
    for (let count = 0; count < 60; count += 1) {
      budget.recordEntry({ now: 10_000 + count * 10, userActive: true, lastInputAt: 0 });
    }
    const ambiguous = (now: number) => budget.recordEntry({ now, userActive: true, lastInputAt: now - 100 }).exhausted;
    // 40 beyond the burst, at 3 per second.
    expect(ambiguous(20_000)).toBe(true);
    expect(ambiguous(30_000)).toBe(false);
  });
});
