/** Verifies a copy: both sides must have the same number of rows in each table, and the same rows. */
import { createHash } from 'node:crypto';
import { type CopySource, quoteName, type Row } from './database.ts';
import type { Table } from './tables.ts';

export interface TableDigest {
  /** Number of rows. */
  rows: number;
  /** SHA-256 of their canonical lines, in hexadecimal. */
  sha256: string;
}
export type TableDigests = { [table: string]: TableDigest };

/** A row as a line that is the same for every database: a JSON array, with bytes as `{"base64": ...}`. */
export function canonicalLine(row: Row): string {
  const values = row.map((value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
  return `${JSON.stringify(values)}\n`;
}

/** The digests of all tables if both sides are equal, otherwise null. Compares the numbers of rows first, which is fast. */
export async function matchingDigests(
  source: CopySource,
  target: CopySource,
  tables: readonly Table[],
  onProgress: (table: Table, rows: number) => void,
): Promise<TableDigests | null> {
  const countRows = (database: CopySource, { name }: Table) =>
    database.select(`SELECT count(*) FROM ${quoteName(name)}`);
  for (const table of tables) {
    const [[sourceCount], [targetCount]] = [(await countRows(source, table))[0]!, (await countRows(target, table))[0]!];
    if (sourceCount !== targetCount) return null;
  }
  const digests: TableDigests = {};
  for (const table of tables) {
    const [sourceDigest, targetDigest] = await Promise.all([
      digestOf(source, table, (rows) => onProgress(table, rows)),
      digestOf(target, table),
    ]);
    if (sourceDigest.sha256 !== targetDigest.sha256) return null;
    digests[table.name] = sourceDigest;
  }
  return digests;
}

async function digestOf(
  database: CopySource,
  table: Table,
  onProgress?: (rowCount: number) => void,
): Promise<TableDigest> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of database.batches(table, null)) {
    rows += batch.length;
    hash.update(batch.map(canonicalLine).join(''));
    onProgress?.(rows);
  }
  return { rows, sha256: hash.digest('hex') };
}
