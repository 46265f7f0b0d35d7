/** Summarizes the doctor's checks. */
import type { Check } from '../../shared/bridge/contract.ts';
import { visible } from '../../shared/peer-text.ts';

/** `good`: everything works. `usable`: works, with recommendations. `attention`: something failed. */
export function verdict(checks: readonly Check[]): 'good' | 'usable' | 'attention' {
  if (checks.some(({ state }) => state === 'failed')) return 'attention';
  return checks.some(({ state }) => state === 'advice') ? 'usable' : 'good';
}

/** The checks as text, for a support request. */
export function report(version: string, checks: readonly Check[]): string {
  const lines = checks.map(
    ({ id, state, found, remedy }) => `${state}\t${id}\t${found}${remedy === null ? '' : ` ${remedy}`}`,
  );
  return [`Parlor ${version}`, ...lines].join('\n');
}

/** Facts for interpolation, with hidden characters in untrusted values made visible. */
export function shownFacts(facts: Check['facts']): Check['facts'] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? visible(value) : value]),
  );
}

/** A relative time in seconds, minutes or hours. */
export function ago(locale: string, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second' as const]
      : seconds < 3600
        ? [Math.floor(seconds / 60), 'minute' as const]
        : [Math.floor(seconds / 3600), 'hour' as const];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-count, unit);
}
