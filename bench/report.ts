/** Rows of `npm run bench`, their goals, and the table that it prints. */

/** One measurement, and what it is compared with. */
export interface Row {
  /** Identifies the row in the baseline. */
  job: string;
  measured: number;
  /** The unit of `measured` and `limit`. */
  unit: string;
  /** A comparison program or the theoretical best, measured in the same run; or, as a budget, a number that holds on any machine. */
  limit: { what: string; value: number };
  /** Bounds the ratio of measured to limit. Rows without a goal are informational. */
  goal?: { atLeast: number } | { atMost: number };
}

export const budget = (value: number): Row['limit'] => ({ what: 'budget', value });

export const ratioOf = ({ measured, limit }: Row): number => measured / limit.value;

/** Null without a goal. */
export function isMet(row: Row): boolean | null {
  if (row.goal === undefined) return null;
  return 'atLeast' in row.goal ? ratioOf(row) >= row.goal.atLeast : ratioOf(row) <= row.goal.atMost;
}

export function tableOf(rows: Row[]): string {
  const header = ['job', 'measured', 'limit or peer', 'ratio', 'goal', 'met'];
  const lines = rows.map((row) => [
    row.job,
    `${formatNumber(row.measured)} ${row.unit}`,
    `${formatNumber(row.limit.value)} ${row.unit}, ${row.limit.what}`,
    ratioOf(row).toFixed(2),
    row.goal === undefined ? '-' : 'atLeast' in row.goal ? `>= ${row.goal.atLeast}` : `<= ${row.goal.atMost}`,
    isMet(row) === null ? '-' : isMet(row) ? 'yes' : 'NO',
  ]);
  return alignColumns([header, ...lines], [0, 2]);
}

/** Aligns cells into lines; columns in `leftColumns` are left-aligned. */
export function alignColumns(lines: string[][], leftColumns: number[]): string {
  const widths = lines[0]!.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const alignLine = (line: string[]) =>
    line
      .map((cell, index) => (leftColumns.includes(index) ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)))
      .join('  ')
      .trimEnd();
  return lines.map(alignLine).join('\n');
}

/** Three significant digits, but all digits of the integer part. */
const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);

export const median = (values: number[]): number => quantile(values, 0.5);

/** The value below which `share` (0 to 1) of the values are. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Progress output goes to stderr; only the table goes to stdout. */
export const progress = (text: string): void => console.error(text);
