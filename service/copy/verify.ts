/** Verifies a copy: both sides must have the same number of rows in each table, and the same rows. */
import { createHash } from 'node:crypto';
import { type CopySource, quoted, type Row } from './database.ts';
import type { Table } from './tables.ts';

/** What a table contains. */
export interface TableSum {
  rows: number;
  /** The SHA-256 of the canonical lines of its rows, in hexadecimal. */
  sha256: string;
}
export type TableSums = { [table: string]: TableSum };

/** One row as a line, the same from every database: a JSON array, with bytes as an object with their base64. */
export function canonicalLine(row: Row): string {
  const values = row.map((value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
  return `${JSON.stringify(values)}\n`;
}

/** What both sides contain; null if they differ. */
export async function equalSums(
  source: CopySource,
  target: CopySource,
  tables: readonly Table[],
  watch: (table: Table, rows: number) => void,
): Promise<TableSums | null> {
  const counted = (database: CopySource, { name }: Table) => database.select(`SELECT count(*) FROM ${quoted(name)}`);
  for (const table of tables) {
    const [[here], [there]] = [(await counted(source, table))[0]!, (await counted(target, table))[0]!];
    if (here !== there) return null;
  }
  const sums: TableSums = {};
  for (const table of tables) {
    const [here, there] = await Promise.all([sumOf(source, table, (rows) => watch(table, rows)), sumOf(target, table)]);
    if (here.sha256 !== there.sha256) return null;
    sums[table.name] = here;
  }
  return sums;
}

async function sumOf(database: CopySource, table: Table, watch?: (done: number) => void): Promise<TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of database.batches(table, null)) {
    rows += batch.length;
    hash.update(batch.map(canonicalLine).join(''));
    watch?.(rows);
  }
  return { rows, sha256: hash.digest('hex') };
}
