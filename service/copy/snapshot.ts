import type { DatabaseSync } from 'node:sqlite';
import { copyCommunity, copyRows, finishCopy } from './copy.ts';
import type { CopySource } from './database.ts';
import { copyError } from './failure.ts';
import { openPostgresSource } from './postgres.ts';
import { SqliteDatabase } from './sqlite.ts';
import { readTables } from './tables.ts';

/**
 * Copies a community in PostgreSQL, as of one moment and also while its services run, into the empty `file`, which must not
 * enforce references. `verify`: compares the rows of both afterwards. Rejects with ParlorError `service_failed` or `data_dir_unusable`.
 */
export async function copySnapshot(databaseUrl: string, file: DatabaseSync, verify: boolean): Promise<void> {
  try {
    const source = await openPostgresSource(databaseUrl);
    try {
      await fillFile(source, file, verify);
    } finally {
      await source.close();
    }
  } catch (error) {
    throw copyError(error);
  }
}

/** Copies `source` into the empty `file`. */
export async function fillFile(source: CopySource, file: DatabaseSync, verify: boolean): Promise<void> {
  const plan = { source, target: new SqliteDatabase(file, 'the copy'), tables: () => readTables(file) };
  // A snapshot is never resumed, so it need not survive a crash.
  file.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
  if (verify) {
    await copyCommunity(plan);
    return;
  }
  await copyRows(plan);
  await finishCopy(plan);
}
