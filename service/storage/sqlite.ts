/** Storage on node:sqlite: one connection for writing, with cached prepared statements, and one for reading. */
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
import { type Caller, cachedAgentLookup } from './agent-lookup.ts';
import { progressTable, unfinishedCopyError } from './copy-progress.ts';
import { prepareDataDir } from './data-dir.ts';
import { discardLog, idOf, setAsideForeignLog, watchFile } from './data-files.ts';
import { openReserve, type Reserve } from './disk-reserve.ts';
import type { StorageEnvironment } from './environment.ts';
import { databaseUnavailableError, dataChangedError } from './failure.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import type { Ddl } from './migrations/ddl.ts';
import { openReplayLog } from './replay-log.ts';
import type { Tables } from './schema.ts';
import { busyTimeout, isFull, isIoError, openFile } from './sqlite-file.ts';
import { setDirectQuery } from './statement.ts';
import type { Storage } from './storage.ts';
import { LocalRateLimit } from './token-bucket.ts';
import { backUpBeforeUpgrade } from './upgrade-backup.ts';

/** Opens community.db and replay.db in a folder, creating it if needed. Rejects with ParlorError `data_dir_unusable`. */
export async function openSqlite(dataDir: string, environment: StorageEnvironment): Promise<Storage> {
  try {
    await prepareDataDir(dataDir);
    const reserve = openReserve(dataDir);
    const [communityPath, replayPath] = [join(dataDir, 'community.db'), join(dataDir, 'replay.db')];
    for (const path of [communityPath, replayPath]) {
      const log = setAsideForeignLog(path);
      if (log !== null) environment.onSetAside?.(log);
    }
    return await openFiles(communityPath, replayPath, environment, reserve);
  } catch (error) {
    if (error instanceof ParlorError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    const message = `The data directory ${dataDir} cannot be used: ${cause}`;
    throw new ParlorError('data_dir_unusable', message, undefined, { cause: error });
  }
}

async function openFiles(
  communityPath: string,
  replayPath: string,
  environment: StorageEnvironment,
  reserve: Reserve,
): Promise<Storage> {
  const file = openFile(communityPath, 'FULL');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  try {
    if (file.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(progressTable)) {
      throw unfinishedCopyError(communityPath);
    }
    await backUpBeforeUpgrade(communityPath);
    await migrate(db, sqliteDdl);
    // Sees committed rows only, and never waits for a transaction of `db`.
    const reader = new DatabaseSync(communityPath, { timeout: busyTimeout, readOnly: true });
    const hasAgents = reader.prepare('SELECT 1 FROM agent LIMIT 1').get() !== undefined;
    const replay = openReplayLog(replayPath, { ...environment, hasAgents }, reserve.release);
    const preparedStatements = new Map<string, StatementSync>();
    setDirectQuery(db, (text, values) => {
      let statement = preparedStatements.get(text);
      if (!statement) {
        statement = reader.prepare(text);
        preparedStatements.set(text, statement);
      }
      return statement.all(...(values as SQLInputValue[]));
    });
    const agentByKey = reader.prepare('SELECT agent_id, public_key FROM agent WHERE public_key = ?');
    const writers = new GroupCommit(db, file);
    /** Whether a write failed with an I/O error and none has succeeded since. */
    let isFailing = false;
    const id = idOf(file);
    const changes = [watchFile(communityPath, id), watchFile(replayPath, replay.fileId)];
    const currentChange = () => changes.map((changeOf) => changeOf()).find((change) => change !== null);
    const assertUnchanged = () => {
      const change = currentChange();
      if (change !== undefined) throw dataChangedError(change);
    };
    /** If the opened file is no longer the one of that name, leaves no log beside the other: moves it into the opened file. */
    const leaveFiles = () => {
      if (currentChange() === undefined) return;
      try {
        if (changes[0]!() === 'overwritten') discardLog(communityPath);
        else if (!file.isTransaction) file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // On a failing disk the log stays, and the next start sets it aside.
      }
    };
    reserve.start();
    return {
      db,
      connections: null,
      async transaction(work) {
        assertUnchanged();
        reserve.assertWritable();
        // Without this, transactions that only read, such as the health check's, would succeed.
        if (isFailing) throw databaseUnavailableError();
        try {
          return await writers.transaction(work);
        } catch (error) {
          // Writes and the health check now fail until the reserve can be restored.
          if (isFull(error)) reserve.release();
          if (isIoError(error)) isFailing = true;
          throw error;
        }
      },
      agents: cachedAgentLookup((publicKey) => (agentByKey.get(publicKey) as unknown as Caller | undefined) ?? null),
      replay,
      async sweep() {
        leaveFiles();
        assertUnchanged();
        if (isFailing) {
          // Tests the disk: this writes one page, even though the number does not change.
          await writers.transaction((writer) => sql`PRAGMA user_version = ${sql.raw(String(id))}`.execute(writer));
          isFailing = false;
        }
        replay.sweep();
        reserve.restore();
      },
      // Each process on the same files looks by itself, and may sweep: a look is a call into this process.
      isSweeper: async () => true,
      clockOffset: async () => null,
      signals: { lookInterval: { events: 250, acts: 500 }, send() {}, on() {} },
      rateLimit: (_, rate) => new LocalRateLimit(rate),
      // There is only one writer at a time.
      committed: sql`1 = 1`,
      async close() {
        leaveFiles();
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
  byteOrderedText: 'text',
  transaction: (column) => column.notNull().defaultTo(0),
};

export function sqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite's DDL is transactional, so an interrupted migration is rolled back. */
class TransactionalDdlAdapter extends SqliteAdapter {
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

  // SqliteAdapter declares a single connection, so Kysely runs one query or transaction at a time.
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    // Takes the write lock first, so that what the transaction reads cannot change before it writes.
    this.#connection.run('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // Some errors, such as a full disk, already rolled the transaction back.
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

/** The cache is cleared once it holds this many statements. Only queries with lists of values vary in their text. */
const maxStatements = 512;

interface PreparedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run(text: string): void {
    this.#prepare(text).statement.run();
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows } = this.#prepare(text);
    const values = parameters as readonly SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed.');
  }

  #prepare(text: string): PreparedStatement {
    let preparedStatement = this.#statements.get(text);
    if (!preparedStatement) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      const statement = this.#file.prepare(text);
      preparedStatement = { statement, returnsRows: statement.columns().length > 0 };
      this.#statements.set(text, preparedStatement);
    }
    return preparedStatement;
  }
}
