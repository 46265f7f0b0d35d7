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
  const head = ['job', 'measured', 'limit or peer', 'ratio', 'goal', 'met'];
  const lines = rows.map((row) => [
    row.job,
    `${figure(row.measured)} ${row.unit}`,
    `${figure(row.limit.value)} ${row.unit}, ${row.limit.what}`,
    ratioOf(row).toFixed(2),
    row.goal === undefined ? '-' : 'atLeast' in row.goal ? `>= ${row.goal.atLeast}` : `<= ${row.goal.atMost}`,
    isMet(row) === null ? '-' : isMet(row) ? 'yes' : 'NO',
  ]);
  return columns([head, ...lines], [0, 2]);
}

/** Aligns cells into lines; columns in `left` are left-aligned. */
export function columns(lines: string[][], left: number[]): string {
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const aligned = (line: string[]) =>
    line
      .map((cell, at) => (left.includes(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd();
  return lines.map(aligned).join('\n');
}

/** Three significant digits, but all digits of the integer part. */
const figure = (value: number): string =>
  Math.abs(value) >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);

export const median = (values: number[]): number => quantile(values, 0.5);

/** The value below which `share` (0 to 1) of the values are. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Progress output goes to stderr; only the table goes to stdout. */
export const progress = (text: string): void => console.error(text);
