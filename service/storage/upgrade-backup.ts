/** Backs up the data of an older Parlor, so that an upgrade can be undone. */
import { DatabaseSync } from 'node:sqlite';
import { pendingMigrations } from './migrate.ts';
import { busyTimeout } from './sqlite-file.ts';
import { copyDatabase } from './write-database.ts';

/**
 * If migrations are pending, copies the data to `PATH.before-NUMBER`, where NUMBER is the first pending migration's. Replaces
 * the copy of an interrupted upgrade, as data may have been written since.
 */
export async function backUpBeforeUpgrade(path: string): Promise<void> {
  const file = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    // Blocks a concurrent upgrade until the copy is complete.
    file.exec('BEGIN IMMEDIATE');
    const isNew = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'agent'").get() === undefined;
    const [nextMigration] = pendingMigrations(file);
    if (!isNew && nextMigration)
      await copyDatabase(path, `${path}.before-${nextMigration.slice(0, 3)}`, { replace: true });
  } finally {
    if (file.isTransaction) file.exec('ROLLBACK');
    file.close();
  }
}
