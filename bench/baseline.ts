/** The ratios of an earlier run, in baseline.json, and the comparison with them. */
import { type Row, ratioOf } from './report.ts';

/** Ratios by job. */
export interface Baseline {
  [job: string]: number;
}

/** How much worse than its baseline a ratio may be. */
const tolerance = 0.15;

/** Times with a budget also depend on the machine, so only their goals apply. */
const isComparable = ({ goal, unit, limit }: Row): boolean =>
  goal !== undefined && !(unit === 'ms' && limit.what === 'budget');

export function baselineOf(rows: Row[], before: Baseline = {}): Baseline {
  const found = rows.filter(isComparable).map((row) => [row.job, Number(ratioOf(row).toPrecision(3))] as const);
  return Object.fromEntries(Object.entries({ ...before, ...Object.fromEntries(found) }).sort(byName));
}

const byName = ([a]: [string, number], [b]: [string, number]) => (a < b ? -1 : 1);

/** Returns the rows whose ratio is worse than in the baseline by more than the tolerance, one sentence each. */
export function regressions(rows: Row[], baseline: Baseline): string[] {
  return rows.filter(isComparable).flatMap((row) => {
    const before = baseline[row.job];
    if (before === undefined) return [];
    const ratio = ratioOf(row);
    const share = 'atLeast' in row.goal! ? ratio / before : before / ratio;
    if (share >= 1 - tolerance) return [];
    return [`${row.job}: the ratio is ${ratio.toFixed(2)}; its baseline is ${before.toFixed(2)}.`];
  });
}
