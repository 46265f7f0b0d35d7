/** The data of a community for an operator's command, beside the services that run on it. Nothing is created or migrated. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { ParlorError } from '../../shared/errors.ts';
import { progressTable, unfinishedCopyError } from './copy-progress.ts';
import { requireCurrent } from './migrate.ts';
import { createPool } from './postgres.ts';
import { notifyServices } from './postgres-signals.ts';
import { createTransactionRunner } from './postgres-transaction.ts';
import type { Tables } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { openFile } from './sqlite-file.ts';
import type { Storage } from './storage.ts';

export type OperatorAccess = Pick<Storage, 'db' | 'transaction'> & AsyncDisposable;

type DataLocation = { dataDir: string } | { databaseUrl: string };

/** Rejects with ParlorError `data_dir_unusable` or `service_failed`. */
export async function openForOperator(location: DataLocation): Promise<OperatorAccess> {
  const pool = 'databaseUrl' in location ? createPool(location.databaseUrl, 2, () => {}) : null;
  const db = pool
    ? new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    : openSqliteDatabase((location as { dataDir: string }).dataDir);
  try {
    await requireUsable(db, pool !== null);
  } catch (error) {
    await db.destroy();
    if (error instanceof ParlorError) throw error;
    throw new ParlorError('service_failed', `The data cannot be used: ${(error as Error).message}`);
  }
  const transaction: Storage['transaction'] = pool
    ? signalledTransactions(pool, db)
    : (work) => db.transaction().execute(work);
  return { db, transaction, [Symbol.asyncDispose]: () => db.destroy() };
}

function openSqliteDatabase(dataDir: string): Kysely<Tables> {
  const path = join(dataDir, 'community.db');
  if (!existsSync(path)) throw new ParlorError('data_dir_unusable', `There is no ${path}.`);
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(openFile(path, 'FULL')) });
  } catch (error) {
    throw new ParlorError(
      'data_dir_unusable',
      `The data directory ${dataDir} cannot be used: ${(error as Error).message}`,
    );
  }
}

/** Each takes effect at all services at once. */
function signalledTransactions(pool: Pool, db: Kysely<Tables>): Storage['transaction'] {
  const run = createTransactionRunner(pool);
  return async (work, locks) => {
    const value = await run(work, locks);
    await notifyServices(db);
    return value;
  };
}

async function requireUsable(db: Kysely<Tables>, isPostgres: boolean): Promise<void> {
  const existing = async (table: string) => {
    const { rows } = isPostgres
      ? await sql<{ found: string | null }>`SELECT to_regclass(${table}) AS found`.execute(db)
      : await sql<{ found: string }>`SELECT name AS found FROM sqlite_master WHERE name = ${table}`.execute(db);
    return rows[0]?.found != null;
  };
  if (await existing(progressTable)) throw unfinishedCopyError('the database');
  const { rows } = (await existing('kysely_migration'))
    ? await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
    : { rows: [] };
  requireCurrent(rows.map(({ name }) => name));
}
