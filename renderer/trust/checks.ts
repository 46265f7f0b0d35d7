import type { TrustCheck } from '../../shared/bridge/contract.ts';

/** The seal's order, clockwise from the top. */
export const checkIds = ['rules', 'ticket', 'board', 'peer', 'session'] as const;

/** All five in the seal's order; one that main has not named yet is to come. */
export function orderedChecks(checks: readonly TrustCheck[]): TrustCheck[] {
  return checkIds.map(
    (id) => checks.find((check) => check.id === id) ?? { id, state: 'to_come', evidence: [], problem: null },
  );
}

/** How many of the five hold. A check that is not needed counts as held: there is nothing that could be false. */
export function checkedCount(checks: readonly TrustCheck[]): { done: number; failed: boolean } {
  const five = orderedChecks(checks);
  return {
    done: five.filter((check) => check.state === 'checked' || check.state === 'not_needed').length,
    failed: five.some((check) => check.state === 'failed'),
  };
}
