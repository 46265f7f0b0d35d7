/** Compares ratios with those of an earlier run, in baseline.json. */
import { type Row, ratioOf } from './report.ts';

/** Ratios by job. */
export interface Baseline {
  [job: string]: number;
}

/** How much worse than its baseline a ratio may be. */
const tolerance = 0.15;

/** Times with a budget depend on the machine, so they have goals only and no baseline. */
const isComparable = ({ goal, unit, limit }: Row): boolean =>
  goal !== undefined && !(unit === 'ms' && limit.what === 'budget');

/** Replaces the ratios of `rows` in `before`; other jobs keep theirs. */
export function baselineOf(rows: Row[], oldBaseline: Baseline = {}): Baseline {
  const ratios = rows.filter(isComparable).map((row) => [row.job, Number(ratioOf(row).toPrecision(3))] as const);
  return Object.fromEntries(Object.entries({ ...oldBaseline, ...Object.fromEntries(ratios) }).sort(byName));
}

const byName = ([a]: [string, number], [b]: [string, number]) => (a < b ? -1 : 1);

/** Describes each row whose ratio is worse than its baseline by more than the tolerance. */
export function findRegressions(rows: Row[], baseline: Baseline): string[] {
  return rows.filter(isComparable).flatMap((row) => {
    const oldRatio = baseline[row.job];
    if (oldRatio === undefined) return [];
    const ratio = ratioOf(row);
    const relativeRatio = 'atLeast' in row.goal! ? ratio / oldRatio : oldRatio / ratio;
    if (relativeRatio >= 1 - tolerance) return [];
    return [`${row.job}: the ratio is ${ratio.toFixed(2)}; its baseline is ${oldRatio.toFixed(2)}.`];
  });
}
