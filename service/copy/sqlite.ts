/** A community in SQLite, as source or target of a copy. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { ParlorError } from '../../shared/errors.ts';
import { progressTable } from '../storage/copy-progress.ts';
import { prepareDataDir } from '../storage/data-dir.ts';
import { requireOwnLog } from '../storage/data-files.ts';
import { migrate } from '../storage/migrate.ts';
import { sqliteDdl, sqliteDialect } from '../storage/sqlite.ts';
import { batchBytes, batchRows, type CopyTarget, columnList, keyOf, quoteName, type Row, sizeOf } from './database.ts';
import type { Table } from './tables.ts';

/** Milliseconds to wait for another process to release the file. */
const lockTimeout = 2000;
const isLocked = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/**
 * Opens the community.db of a data directory for this process alone: no service may run on it, and none can start. `create`
 * makes the directory and the file if they are missing. Throws ParlorError `data_dir_unusable` or `data_dir_busy`.
 */
export async function openDataDir(dataDir: string, { create }: { create: boolean }): Promise<SqliteDatabase> {
  const path = join(dataDir, 'community.db');
  const isNewFile = !existsSync(path);
  if (!create && isNewFile) throw new ParlorError('data_dir_unusable', `There is no ${path}.`);
  try {
    if (create) await prepareDataDir(dataDir);
    requireOwnLog(path);
    const file = new DatabaseSync(path, { timeout: lockTimeout, enableForeignKeyConstraints: false });
    // In WAL mode every process that has the file open holds a lock that conflicts with this one.
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    if (isNewFile) file.exec('PRAGMA journal_mode = WAL');
    file.exec('PRAGMA synchronous = NORMAL');
    return new SqliteDatabase(file, path);
  } catch (error) {
    if (isLocked(error))
      throw new ParlorError('data_dir_busy', `A service runs on ${dataDir}. Stop it, then copy.`, undefined, {
        cause: error,
      });
    throw new ParlorError('data_dir_unusable', `${path} cannot be used: ${(error as Error).message}`, undefined, {
      cause: error,
    });
  }
}

/** Earlier versions accepted a NUL in texts, which PostgreSQL can't store: a member could have prevented every copy. */
const withoutNul = (value: Row[number]): Row[number] =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{FFFD}') : value;

export class SqliteDatabase implements CopyTarget {
  readonly file: DatabaseSync;
  readonly name: string;
  /** Prepared statements by table. */
  readonly #inserts = new Map<Table, StatementSync>();

  /** `file` must not enforce references: a copy contains exactly what its source contains. */
  constructor(file: DatabaseSync, name: string) {
    this.file = file;
    this.name = name;
    file.exec('PRAGMA cache_size = -65536');
  }

  async select(text: string): Promise<Row[]> {
    return [...this.#rows(text)];
  }

  async hasTable(name: string): Promise<boolean> {
    return this.file.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;
  }

  async *batches(table: Table, lastKey: Row | null): AsyncIterable<Row[]> {
    const key = columnList(table.key);
    const condition = lastKey === null ? '' : `WHERE (${key}) > (${lastKey.map(() => '?').join(', ')})`;
    const text = `SELECT ${columnList(table.columns)} FROM ${quoteName(table.name)} ${condition} ORDER BY ${key}`;
    let batch: Row[] = [];
    let bytes = 0;
    for (const row of this.#rows(text, lastKey ?? [])) {
      batch.push(row);
      bytes += sizeOf(row);
      if (batch.length < batchRows && bytes < batchBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  async lastId({ name }: Table): Promise<number> {
    return Number(this.file.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)?.seq ?? 0);
  }

  /** A file that already has tables cannot be a target: only tables that `begin` creates sort new events after the copied ones. */
  holdsData(): Promise<boolean> {
    return this.hasTable('agent');
  }

  async begin(source: string, newestTransaction: number): Promise<void> {
    this.file.exec('BEGIN');
    this.file.exec(`CREATE TABLE IF NOT EXISTS ${progressTable} (source text, table_name text, last_key text) STRICT`);
    this.file
      .prepare(`INSERT INTO ${progressTable} (source) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM ${progressTable})`)
      .run(source);
    this.file.exec('COMMIT');
    // New events must sort after the copied ones, which may carry transaction ids of PostgreSQL. Kysely only borrows `file`.
    const transaction: typeof sqliteDdl.transaction = (column) => column.notNull().defaultTo(newestTransaction);
    await migrate(new Kysely({ dialect: sqliteDialect(this.file) }), { ...sqliteDdl, transaction });
  }

  async clear(tables: readonly Table[]): Promise<void> {
    this.file.exec('BEGIN');
    for (const { name } of tables) this.file.exec(`DELETE FROM ${quoteName(name)}`);
    this.file.exec('COMMIT');
  }

  async write(table: Table, rows: readonly Row[]): Promise<void> {
    let insert = this.#inserts.get(table);
    if (!insert) {
      const values = table.columns.map(() => '?').join(', ');
      insert = this.file.prepare(
        `INSERT INTO ${quoteName(table.name)} (${columnList(table.columns)}) VALUES (${values})`,
      );
      this.#inserts.set(table, insert);
    }
    this.file.exec('BEGIN');
    try {
      for (const row of rows) insert.run(...(row as SQLInputValue[]));
      const position = JSON.stringify(keyOf(table, rows.at(-1)!));
      this.file.prepare(`UPDATE ${progressTable} SET table_name = ?, last_key = ?`).run(table.name, position);
      this.file.exec('COMMIT');
    } catch (error) {
      if (this.file.isTransaction) this.file.exec('ROLLBACK');
      throw error;
    }
  }

  async finish(lastIds: ReadonlyMap<Table, number>): Promise<void> {
    this.file.exec('PRAGMA synchronous = FULL; BEGIN');
    this.file.exec('DELETE FROM sqlite_sequence');
    const insert = this.file.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
    for (const [{ name }, lastId] of lastIds) insert.run(name, lastId);
    this.file.exec(`DROP TABLE ${progressTable}`);
    this.file.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    this.file.close();
  }

  *#rows(text: string, values: Row = []): Iterable<Row> {
    const statement = this.file.prepare(text);
    statement.setReturnArrays(true);
    for (const row of statement.iterate(...(values as SQLInputValue[])) as unknown as Iterable<Row>)
      yield row.map(withoutNul);
  }
}
