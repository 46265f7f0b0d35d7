/** Storage on PostgreSQL. Several processes of the service may share one database. */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { ParlorError } from '../../shared/errors.ts';
import { flagVariables, type ServiceConfig } from '../config.ts';
import { type Caller, cachedAgentLookup } from './agent-lookup.ts';
import { progressTable, unfinishedCopyError } from './copy-progress.ts';
import type { StorageEnvironment } from './environment.ts';
import { isBusy, isOutdatedPlan } from './failure.ts';
import { migrate } from './migrate.ts';
import type { Ddl } from './migrations/ddl.ts';
import { deleteIdleBuckets, PostgresRateLimit, rateTables } from './postgres-rate-limit.ts';
import { openPostgresReplayLog, replayTables } from './postgres-replay.ts';
import { PostgresSignals } from './postgres-signals.ts';
import { createTransactionRunner, PreparingClient } from './postgres-transaction.ts';
import type { Tables } from './schema.ts';
import { setDirectQuery } from './statement.ts';
import type { Storage } from './storage.ts';

/** Milliseconds for getting a connection, for one statement, and for a lock that others hold. */
const timeoutsMs = { connect: 3000, statement: 5000, lock: 4000 };

/**
 * Each query finds a few rows by an index, and joins others to them one by one. Other plans are better only for tables that are small, or as
 * the statistics know them, and a prepared statement keeps its plan while a table grows (docs/decisions/087-plans.md).
 */
export const plannerSettings = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => `SET ${name} = off`),
  'SET max_parallel_workers_per_gather = 0',
].join('; ');

/** Opens the database and migrates it. Rejects with ParlorError `service_failed` or `data_dir_unusable`. */
export async function openPostgres(
  config: ServiceConfig,
  url: string,
  environment: StorageEnvironment,
): Promise<Storage> {
  const pool = createPool(url, config.databaseConnections, environment.onError);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireUtf8((text) => sql.raw<{ server_encoding: string }>(text).execute(db));
    await requireFinishedCopy(db);
    await migrateAtLeisure(url);
    await createPostgresTables(db);
    // Rows with transaction ids in the future come from a dump of another server.
    await sql`DELETE FROM event WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(db);
  } catch (error) {
    await db.destroy();
    if (error instanceof ParlorError) throw error;
    const message = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
    throw new ParlorError(
      'service_failed',
      `The database of --database-url (${flagVariables['database-url']}) cannot be used: ${message}`,
      undefined,
      { cause: error },
    );
  }
  const query = createDirectQuery(pool);
  setDirectQuery(db, query);
  const replay = openPostgresReplayLog(pool);
  const signals = await PostgresSignals.open(url, pool, environment.onError);
  return {
    db,
    transaction: createTransactionRunner(pool, environment.onConflict),
    agents: cachedAgentLookup(async (publicKey) => {
      const rows = await query('SELECT agent_id, public_key FROM agent WHERE public_key = $1', [publicKey]);
      return (rows[0] as Caller | undefined) ?? null;
    }),
    replay,
    async sweep() {
      await replay.sweep();
      await deleteIdleBuckets(pool);
    },
    isSweeper: () => signals.isSweeper(),
    async clockOffset() {
      const sentAt = Date.now();
      const [row] = await query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now', []);
      return (sentAt + Date.now()) / 2 - (row as { now: number }).now;
    },
    signals,
    rateLimit: (kind, rate) => new PostgresRateLimit(pool, kind, rate),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    committed: sql`tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    async close() {
      await signals.close();
      await replay.close();
      await db.destroy();
    },
  };
}

/** Milliseconds between attempts to migrate, and for all of them. */
const migrationPause = 250;
const migrationMax = 60_000;

/**
 * Migrates on a connection of its own, where a statement, and another process that migrates, may take any time. What others are writing is
 * let through: a change that waits longer for a table would keep everybody from it.
 */
async function migrateAtLeisure(url: string): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: timeoutsMs.connect,
    lock_timeout: timeoutsMs.lock,
    keepAlive: true,
    application_name: 'parlor',
    types: { getTypeParser: parserOf },
  });
  // The statement that it interrupts fails too.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const deadline = performance.now() + migrationMax;
  try {
    for (;;) {
      try {
        return await migrate(db, postgresDdl);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
      }
      await delay(migrationPause);
    }
  } finally {
    await db.destroy();
  }
}

/** `max`: connections. `onError`: called when one is lost. */
export function createPool(url: string, max: number, onError: (error: unknown) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeoutsMs.connect,
    Client: PreparingClient,
    statement_timeout: timeoutsMs.statement,
    // Shorter, so that those who wait for others aren't told that the database is gone.
    lock_timeout: timeoutsMs.lock,
    // An unreachable server cannot enforce the statement timeout.
    query_timeout: timeoutsMs.statement + 1000,
    idle_in_transaction_session_timeout: 2 * timeoutsMs.statement,
    keepAlive: true,
    application_name: 'parlor',
    types: { getTypeParser: parserOf },
  });
  // Emitted for lost idle connections, which the pool replaces. Without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', onError);
    // Sent before the statements that wait for the connection, which fail too if it is lost.
    client.query(plannerSettings).catch(() => {});
  });
  return pool;
}

export const postgresDdl: Ddl = {
  table: (db, name) => db.schema.createTable(name),
  identity: (column) => column.generatedAlwaysAsIdentity().primaryKey(),
  time: 'bigint',
  bytes: 'bytea',
  byteOrderedText: sql`text collate "C"`,
  transaction: (column) => column.notNull().defaultTo(sql`pg_current_xact_id()::text::bigint`),
};

// OIDs of bigint and numeric: counts, sums and times, all below 2^53.
const numberTypes = new Set([20, 1700]);

/** Parses bigint and numeric values as numbers; other types as pg does by default. */
export function parserOf(oid: number, format?: string) {
  return numberTypes.has(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format as 'text');
}

function createDirectQuery(pool: Pool) {
  return async (text: string, values: readonly unknown[]): Promise<unknown[]> => {
    for (;;) {
      try {
        return (await pool.query(text, [...values])).rows;
      } catch (error) {
        // The pool has closed the connection.
        if (!isOutdatedPlan(error)) throw error;
      }
    }
  };
}

/** Rejects with ParlorError `service_failed` for a database that can't store every name. */
export async function requireUtf8(
  query: (text: string) => Promise<{ rows: { server_encoding: string }[] }>,
): Promise<void> {
  const { rows } = await query('SHOW server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8') return;
  const command = 'createdb --encoding=UTF8 --template=template0';
  throw new ParlorError(
    'service_failed',
    `The database has the encoding ${encoding}. Use one that ${command} has created.`,
  );
}

async function requireFinishedCopy(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ relation: string | null }>`SELECT to_regclass(${progressTable}) AS relation`.execute(db);
  if (rows[0]?.relation) throw unfinishedCopyError('the database');
}

/** Tables that exist on PostgreSQL only; SQLite uses replay.db and memory instead. */
export async function createPostgresTables(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Two starting processes could both find a table missing.
    await sql`SELECT pg_advisory_xact_lock(hashtext('parlor tables'))`.execute(transaction);
    for (const table of [...replayTables, ...rateTables]) await sql.raw(table).execute(transaction);
  });
}
