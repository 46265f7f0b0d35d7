/** Summarizes the doctor's checks. */
import type { Check } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';

/** `good`: everything works. `usable`: works, with recommendations. `attention`: something failed. */
export function verdictOf(checks: readonly Check[]): 'good' | 'usable' | 'attention' {
  if (checks.some(({ state }) => state === 'failed')) return 'attention';
  return checks.some(({ state }) => state === 'advice') ? 'usable' : 'good';
}

/** The checks as text, for a support request. */
export function reportOf(version: string, checks: readonly Check[]): string {
  const lines = checks.map(
    ({ id, state, found, remedy }) => `${state}\t${id}\t${found}${remedy === null ? '' : ` ${remedy}`}`,
  );
  return [`Parlor ${version}`, ...lines].join('\n');
}

/** Facts for interpolation, with hidden characters in untrusted values made visible. */
export function withVisibleText(facts: Check['facts']): Check['facts'] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? escapeInvisible(value) : value]),
  );
}
