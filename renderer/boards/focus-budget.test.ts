import { describe, expect, it } from 'vitest';
import { createFocusBudget } from './focus-budget.ts';

/** How many entries pass before the budget is spent, one every `everyMs`. */
function entriesUntilSpent(everyMs: number, entry: { active: boolean; lastInput?: number }, most = 1000): number {
  const budget = createFocusBudget();
  for (let count = 0; count < most; count += 1) {
    const now = 10_000 + count * everyMs;
    if (budget.entered({ now, lastInput: now - 100, ...entry }).spent) return count;
  }
  return most;
}

describe('focus entering a frame', () => {
  it('without user activation is theft, and three are too many', () => {
    expect(createFocusBudget().entered({ now: 0, active: false, lastInput: 0 })).toEqual({ theft: true, spent: false });
    expect(entriesUntilSpent(10, { active: false })).toBe(3);
    expect(entriesUntilSpent(2000, { active: false })).toBeLessThan(5);
    expect(entriesUntilSpent(11_000, { active: false })).toBe(1000);
  });

  it('during input elsewhere is limited by rate: two a second pass, a hundred do not', () => {
    expect(entriesUntilSpent(10, { active: true })).toBeLessThan(25);
    expect(entriesUntilSpent(500, { active: true })).toBe(1000);
  });

  it('with activation from inside the frame is a press, without a limit', () => {
    expect(entriesUntilSpent(50, { active: true, lastInput: 0 })).toBe(1000);
  });
});
