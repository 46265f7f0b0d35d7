/** Kysely on node:sqlite: one connection, statements prepared once, write transactions that take the lock at their start. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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
import { ParlorError } from '../../shared/errors.ts';
import { knownAgents } from '../agents/known.ts';
import { LocalRateLimit } from '../http/rate.ts';
import type { Caller } from '../policy.ts';
import { keepBeforeUpgrade } from './before-upgrade.ts';
import { busyTimeout, isFull, openFile } from './file.ts';
import { GroupCommit } from './group-commit.ts';
import type { Ddl } from './migrations/ddl.ts';
import { migrate } from './migrations/index.ts';
import { openReplayLog } from './replay.ts';
import { openReserve, type Reserve } from './reserve.ts';
import type { Tables } from './schema.ts';
import { readDirectly } from './statement.ts';
import type { Start, Storage } from './storage.ts';

/** Opens community.db and replay.db in a folder, made where it does not exist. Rejects `data_dir_unusable`. */
export async function openSqlite(dataDir: string, start: Start): Promise<Storage> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const files = ['community.db', 'replay.db'] as const;
    const reserve = openReserve(dataDir, files);
    const [communityPath, replayPath] = files.map((name) => join(dataDir, name)) as [string, string];
    return await openFiles(communityPath, replayPath, start, reserve);
  } catch (error) {
    if (error instanceof ParlorError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const message = `The data directory ${dataDir} cannot be used: ${why}`;
    throw new ParlorError('data_dir_unusable', message, undefined, { cause: error });
  }
}

async function openFiles(communityPath: string, replayPath: string, start: Start, reserve: Reserve): Promise<Storage> {
  const file = openFile(communityPath, 'FULL');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  try {
    await keepBeforeUpgrade(communityPath);
    await migrate(db, sqliteDdl);
    // Sees what is committed, and never waits for a transaction of `db`.
    const reader = new DatabaseSync(communityPath, { timeout: busyTimeout, readOnly: true });
    const inhabited = reader.prepare('SELECT 1 FROM agent LIMIT 1').get() !== undefined;
    const replay = openReplayLog(replayPath, { ...start, inhabited }, reserve.release);
    const prepared = new Map<string, StatementSync>();
    readDirectly(db, (text, values) => {
      let select = prepared.get(text);
      if (!select) {
        select = reader.prepare(text);
        prepared.set(text, select);
      }
      return select.all(...(values as SQLInputValue[]));
    });
    const agentByKey = reader.prepare('SELECT agent_id, public_key FROM agent WHERE public_key = ?');
    const writers = new GroupCommit(db, file);
    reserve.watch();
    return {
      db,
      async transaction(act) {
        reserve.mayWrite();
        try {
          return await writers.transaction(act);
        } catch (error) {
          // From here on it is said of every write, and of the service's health, until there is room for the reserve again.
          if (isFull(error)) reserve.release();
          throw error;
        }
      },
      agents: knownAgents((publicKey) => (agentByKey.get(publicKey) as unknown as Caller | undefined) ?? null),
      replay,
      async sweep() {
        replay.sweep();
        reserve.restore();
      },
      rateLimit: (_, perSecond) => new LocalRateLimit(perSecond),
      // There is one writer at a time.
      committed: sql`1 = 1`,
      async close() {
        replay.close();
        reader.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export const sqliteDdl: Ddl = {
  table: (db, name) => db.schema.createTable(name).modifyEnd(sql`strict`),
  identity: (column) => column.primaryKey().autoIncrement(),
  time: 'integer',
  bytes: 'blob',
  transaction: (column) => column.notNull().defaultTo(0),
};

export function sqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new OneTransactionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite makes tables inside of transactions like rows: an upgrade that is interrupted leaves nothing behind. */
class OneTransactionAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
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
