/** A copy of the data as an older Parlor left it, for whoever must go back. */
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from './copy.ts';
import { pendingMigrations } from './migrations/index.ts';

/**
 * Copies existing data that an upgrade is about to change to `PATH.before-NUMBER`, with the number of the first change to
 * come. One that an interrupted upgrade made is replaced: data may have been written since.
 */
export async function keepBeforeUpgrade(path: string): Promise<void> {
  const file = new DatabaseSync(path, { timeout: 5000 });
  try {
    // Who upgrades at the same time waits, so that the copy is of the data before and not after.
    file.exec('BEGIN IMMEDIATE');
    const isNew = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'agent'").get() === undefined;
    const [next] = pendingMigrations(file);
    if (!isNew && next) await copyDatabase(path, `${path}.before-${next.slice(0, 3)}`, { replace: true });
  } finally {
    if (file.isTransaction) file.exec('ROLLBACK');
    file.close();
  }
}
