import { describe, expect, it } from 'vitest';
import { createFocusBudget } from './focus-budget.ts';

/** The number of entries, one every `everyMs`, before the budget is spent; `limit` if it never is. */
function entriesUntilSpent(everyMs: number, entry: { active: boolean; lastInput?: number }, limit = 1000): number {
  const budget = createFocusBudget();
  for (let count = 0; count < limit; count += 1) {
    const now = 10_000 + count * everyMs;
    if (budget.entered({ now, lastInput: now - 100, ...entry }).spent) return count;
  }
  return limit;
}

describe('the focus entering a frame', () => {
  it('is a theft without user activation, and the fourth in quick succession is too many', () => {
    expect(createFocusBudget().entered({ now: 0, active: false, lastInput: 0 })).toEqual({ theft: true, spent: false });
    expect(entriesUntilSpent(10, { active: false })).toBe(3);
    expect(entriesUntilSpent(2000, { active: false })).toBeLessThan(5);
    expect(entriesUntilSpent(11_000, { active: false })).toBe(1000);
  });

  it('is limited by rate during input elsewhere: two per second pass, a hundred do not', () => {
    expect(entriesUntilSpent(10, { active: true })).toBeLessThan(25);
    expect(entriesUntilSpent(500, { active: true })).toBe(1000);
  });

  it('is a press without a limit when the activation comes from inside the frame', () => {
    expect(entriesUntilSpent(50, { active: true, lastInput: 0 })).toBe(1000);
  });
});
