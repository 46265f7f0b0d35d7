/** A ratio that a benchmark promises to keep, measured against its limit in the same run. */
export interface Goal {
  what: string;
  ratio: number;
  atMost?: number;
  atLeast?: number;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export function printTable(title: string, columns: string[], rows: (string | number)[][]): void {
  const cells = [columns, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell)))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  console.log(title);
  for (const row of cells) {
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '));
  }
}

/** Prints each goal with its verdict and answers whether all were met. */
export function printGoals(goals: Goal[]): boolean {
  let met = true;
  for (const { what, ratio, atMost, atLeast } of goals) {
    const fits = ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? -Infinity);
    const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
    console.log(`${fits ? 'met   ' : 'MISSED'} ${what}: ${ratio.toFixed(2)} (goal: ${bound})`);
    met = met && fits;
  }
  return met;
}
