/** The migrations, append-only. Pending ones run in one transaction at startup. The keys are stored in databases. */
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ParlorError } from '../../shared/errors.ts';
import { init } from './migrations/001-init.ts';
import { inbox } from './migrations/002-inbox.ts';
import { karma } from './migrations/003-karma.ts';
import { ui } from './migrations/004-ui.ts';
import { fingerprint } from './migrations/005-fingerprint.ts';
import { leaderboards } from './migrations/006-leaderboards.ts';
import { events } from './migrations/007-events.ts';
import { seats } from './migrations/008-seats.ts';
import { agentTerms } from './migrations/009-agent-terms.ts';
import { order } from './migrations/010-order.ts';
import { admission } from './migrations/011-admission.ts';
import { eventAudience } from './migrations/012-event-audience.ts';
import { removedNameAge } from './migrations/013-removed-name-age.ts';
import type { Ddl } from './migrations/ddl.ts';

export const migrations: { [number: string]: (db: Kysely<unknown>, ddl: Ddl) => Promise<void> } = {
  '001-init': init,
  '002-inbox': inbox,
  '003-karma': karma,
  '004-ui': ui,
  '005-fingerprint': fingerprint,
  // Stored in databases under its earlier name.
  '006-boards': leaderboards,
  '007-events': events,
  '008-seats': seats,
  '009-agent-terms': agentTerms,
  '010-order': order,
  '011-admission': admission,
  '012-event-audience': eventAudience,
  '013-removed-name-age': removedNameAge,
};

/** Names of the migrations that have not run on this file. */
export function pendingMigrations(file: DatabaseSync): string[] {
  const hasMigrations = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const appliedRows = hasMigrations ? file.prepare('SELECT name FROM kysely_migration').all() : [];
  return Object.keys(migrations).filter((name) => !appliedRows.some((row) => row.name === name));
}

/** `appliedNames`: the migrations of a database. Throws ParlorError `data_dir_unusable` for data of an older or newer Parlor. */
export function requireCurrent(appliedNames: readonly string[]): void {
  if (appliedNames.some((name) => !Object.hasOwn(migrations, name))) throw newerDataError();
  if (appliedNames.length < Object.keys(migrations).length) {
    throw new ParlorError('data_dir_unusable', 'The data is from an older Parlor. Start the service on it once.');
  }
}

const newerDataError = (cause?: unknown) =>
  new ParlorError(
    'data_dir_unusable',
    'The community data was written by a newer Parlor. Install that version, or restore a backup made before the upgrade.',
    undefined,
    { cause },
  );

/** Runs the pending migrations. Rejects with ParlorError `data_dir_unusable` for data of a newer Parlor. */
export async function migrate<DB>(db: Kysely<DB>, ddl: Ddl): Promise<void> {
  const migrationsByName: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(migrations))
    migrationsByName[name] = { up: (database) => up(database as Kysely<unknown>, ddl) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsByName } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw newerDataError(error);
  }
  if (error) throw error;
}
