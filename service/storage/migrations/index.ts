/** Numbered migrations in one static map: they only ever grow, and run in one transaction each start. */
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ParlorError } from '../../../shared/errors.ts';
import { init } from './001-init.ts';
import { inbox } from './002-inbox.ts';
import { karma } from './003-karma.ts';
import { ui } from './004-ui.ts';
import { fingerprint } from './005-fingerprint.ts';
import { boards } from './006-boards.ts';
import { events } from './007-events.ts';
import type { Ddl } from './ddl.ts';

export const migrations: { [number: string]: (db: Kysely<unknown>, ddl: Ddl) => Promise<void> } = {
  '001-init': init,
  '002-inbox': inbox,
  '003-karma': karma,
  '004-ui': ui,
  '005-fingerprint': fingerprint,
  '006-boards': boards,
  '007-events': events,
};

/** Names of the migrations that data has yet to go through; all of them where there is no data. */
export function pendingMigrations(file: DatabaseSync): string[] {
  const noted = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const done = noted ? file.prepare('SELECT name FROM kysely_migration').all() : [];
  return Object.keys(migrations).filter((name) => !done.some((row) => row.name === name));
}

/** Brings the tables to the newest form. Refuses data that a newer Parlor has written. */
export async function migrate<DB>(db: Kysely<DB>, ddl: Ddl): Promise<void> {
  const known: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(migrations)) known[name] = { up: (on) => up(on as Kysely<unknown>, ddl) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new ParlorError('data_dir_unusable', 'The community data was written by a newer Parlor.', undefined, {
      cause: error,
    });
  }
  if (error) throw error;
}
