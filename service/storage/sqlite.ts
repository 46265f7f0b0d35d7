/** Kysely on node:sqlite: one connection, statements prepared once, write transactions that take the lock at their start. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { type Ddl, migrate } from './migrations/index.ts';
import type { Tables } from './schema.ts';
import { readDirectly } from './statement.ts';

/** How much may be lost when the power goes: nothing that was acknowledged, or the last moments. */
export type Durability = 'FULL' | 'NORMAL';

/** Milliseconds a statement waits for another process that writes. */
const busyTimeout = 5000;

export function openFile(path: string, durability: Durability): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeout });
  file.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability};`);
  return file;
}

export interface Storage {
  db: Kysely<Tables>;
  /** A connection for looking only: it sees what is committed, and never waits for a transaction of `db`. */
  reader: DatabaseSync;
  close(): Promise<void>;
}

/** Opens community.db and brings its tables to the newest form. */
export async function openSqlite(path: string): Promise<Storage> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(openFile(path, 'FULL')) });
  try {
    await migrate(db, ddl);
    const reader = new DatabaseSync(path, { timeout: busyTimeout, readOnly: true });
    readDirectly(db, reader);
    return {
      db,
      reader,
      async close() {
        reader.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const ddl: Ddl = {
  table: (db, name) => db.schema.createTable(name).modifyEnd(sql`strict`),
  identity: (column) => column.primaryKey().autoIncrement(),
  time: 'integer',
  bytes: 'blob',
};

function sqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class SqliteDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #connection: SqliteConnection;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#connection = new SqliteConnection(file);
  }

  async init(): Promise<void> {}

  // Kysely lends the connection to one user at a time, as SqliteAdapter says it has no others.
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    // A transaction that only later turns into a writer could find that what it read is no longer true.
    this.#connection.run('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite itself rolls back on some errors, a full disk among them.
    if (this.#file.isTransaction) this.#connection.run('ROLLBACK');
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`SAVEPOINT ${name}`));
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`ROLLBACK TO ${name}`));
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`RELEASE ${name}`));
  }

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

/** Statements kept prepared. Queries are written in code, so their number is bounded; lists of values vary a little. */
const statementsMax = 512;

/** `answers`: whether it returns rows. */
interface Prepared {
  statement: StatementSync;
  answers: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run(text: string): void {
    this.#prepared(text).statement.run();
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, answers } = this.#prepared(text);
    const values = parameters as readonly SQLInputValue[];
    if (answers) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed.');
  }

  #prepared(text: string): Prepared {
    let prepared = this.#statements.get(text);
    if (!prepared) {
      if (this.#statements.size >= statementsMax) this.#statements.clear();
      const statement = this.#file.prepare(text);
      prepared = { statement, answers: statement.columns().length > 0 };
      this.#statements.set(text, prepared);
    }
    return prepared;
  }
}
