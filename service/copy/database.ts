/** The interface through which a copy reads and writes a database. */
import type { Table } from './tables.ts';

export type Value = number | string | Uint8Array | null;
/** In the order of the table's columns, or of its key. */
export type Row = Value[];

export interface CopySource {
  /** For messages, without a password. */
  readonly name: string;
  /** Rows of a query in SQL that both databases support. */
  select(text: string): Promise<Row[]>;
  hasTable(name: string): Promise<boolean>;
  /**
   * Rows with a key after `lastKey`, or all, in batches of bounded size. They are ordered by key: integers by value, texts by their
   * UTF-8 bytes.
   */
  batches(table: Table, lastKey: Row | null): AsyncIterable<Row[]>;
  /** The newest id that this database assigned in a table; 0 if there is none. */
  lastId(table: Table): Promise<number>;
  close(): Promise<void>;
}

export interface CopyTarget extends CopySource {
  /** Whether the database already contains data, which a copy would mix with its own. */
  holdsData(): Promise<boolean>;
  /**
   * Marks the copy as begun, then creates missing tables. A service refuses to start on it until it is finished.
   * `newestTransaction`: see EventTable.
   */
  begin(source: string, newestTransaction: number): Promise<void>;
  /** Deletes the rows that migrations inserted. */
  clear(tables: readonly Table[]): Promise<void>;
  /** Inserts rows and stores the last one's key as progress, in one transaction. */
  write(table: Table, rows: readonly Row[]): Promise<void>;
  /** Continues each identity after its last id, and removes the mark. */
  finish(lastIds: ReadonlyMap<Table, number>): Promise<void>;
}

/** Upper limits of a batch. A larger row is sent alone. */
export const batchRows = 2000;
export const batchBytes = 1024 * 1024;

/** The key of a row. */
export const keyOf = (table: Table, row: Row): Row => table.key.map((column) => row[table.columns.indexOf(column)]!);

/** The approximate size of a row in memory, in bytes. */
export function sizeOf(row: Row): number {
  let size = 0;
  for (const value of row) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** The names of the columns for SQL. */
export const columnList = (columns: Table['columns']): string => columns.map(({ name }) => quoteName(name)).join(', ');
