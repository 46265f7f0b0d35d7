import type { TrustCheck } from '../../shared/bridge/contract.ts';

/** The part of a check that a list has. */
export type CheckState = Pick<TrustCheck, 'id' | 'state'>;

/** The seal's order, clockwise from the top. */
const checkIds = ['rules', 'ticket', 'board', 'peer', 'session'] as const;

/** All five in the seal's order; those that the main process has not reported are `to_come`. */
export function orderedChecks<C extends CheckState>(checks: readonly C[]): (C | TrustCheck)[] {
  return checkIds.map(
    (id) => checks.find((check) => check.id === id) ?? { id, state: 'to_come', evidence: [], problem: null },
  );
}

/** How many of the five passed. A check that is not needed counts as passed. */
export function summarizeChecks(checks: readonly CheckState[]): { passedCount: number; hasFailed: boolean } {
  const sealChecks = orderedChecks(checks);
  return {
    passedCount: sealChecks.filter((check) => check.state === 'checked' || check.state === 'not_needed').length,
    hasFailed: sealChecks.some((check) => check.state === 'failed'),
  };
}
