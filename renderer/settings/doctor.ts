/** What a person makes of the doctor's checks. */
import type { Check } from '../../shared/bridge/contract.ts';

/** `well`: all that tables need works. `near`: it works, and could be better. `mend`: something must be mended first. */
export function verdict(checks: readonly Check[]): 'well' | 'near' | 'mend' {
  if (checks.some(({ state }) => state === 'failed')) return 'mend';
  return checks.some(({ state }) => state === 'advice') ? 'near' : 'well';
}

/** The checks as lines of text, for whoever helps. */
export function report(version: string, checks: readonly Check[]): string {
  const lines = checks.map(
    ({ id, state, found, remedy }) => `${state}\t${id}\t${found}${remedy === null ? '' : ` ${remedy}`}`,
  );
  return [`Parlor ${version}`, ...lines].join('\n');
}

/** How long ago, in words: seconds, then minutes, then hours. */
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
