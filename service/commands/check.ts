/** `parlor service check`: verifies a community's data with the checks of invariants.ts. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ParlorError } from '../../shared/errors.ts';
import { flagVariables, parseFlags, readDataLocation } from '../config.ts';
import { databaseName } from '../copy/postgres.ts';
import { copySnapshot } from '../copy/snapshot.ts';
import { progressTable, unfinishedCopyError } from '../storage/copy-progress.ts';
import { requireOwnLog } from '../storage/data-files.ts';
import { pendingMigrations } from '../storage/migrate.ts';
import type { Command } from './command.ts';
import { findings } from './invariants.ts';

const help = `Checks a community's data without changing it. The service may be running.

  parlor service check --data-dir DIR
  parlor service check --database-url URL

  --data-dir DIR       the folder that contains community.db: a service's or a restored backup's
  --database-url URL   the PostgreSQL database instead; preferably set in the environment, as ${flagVariables['database-url']}.
                       It is copied into a temporary file, so the folder TMPDIR needs about as much free space

Checks the file's integrity and references, and recomputes everything derived: ids and hashes of protocols and UI bundles, ids
and signatures of sessions, results and ratings from the reports, karma from the scores. Prints one line per finding and a last
line with the count. Exit code 0 without findings, 1 otherwise.
`;

/** What is checked, and how to open it; the caller closes the file after the check. */
interface CheckTarget {
  name: string;
  open(): Promise<DatabaseSync>;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { name, open } = readFlags(args, env);
  let findingCount = 0;
  try {
    const file = await open();
    try {
      for (const finding of findings(file)) {
        findingCount += 1;
        process.stdout.write(`${finding}\n`);
      }
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof ParlorError) throw error;
    throw new ParlorError('data_dir_unusable', `${name} cannot be checked: ${(error as Error).message}`);
  }
  process.stdout.write(`${findingCount === 1 ? '1 finding' : `${findingCount} findings`} in ${name}\n`);
  return findingCount === 0 ? 0 : 1;
}

async function openFile(path: string): Promise<DatabaseSync> {
  requireOwnLog(path);
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    requireComplete(file, path);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The checks apply to the newest schema only. */
function requireComplete(file: DatabaseSync, path: string): void {
  if (file.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(progressTable)) {
    throw unfinishedCopyError(path);
  }
  if (pendingMigrations(file).length === 0) return;
  throw new ParlorError(
    'data_dir_unusable',
    'The data is from an older Parlor. Start the service on it once, then check it.',
  );
}

/** Copies the database into an unnamed temporary file, which SQLite deletes when it is closed. */
async function openSnapshot(databaseUrl: string): Promise<DatabaseSync> {
  const file = new DatabaseSync('', { enableForeignKeyConstraints: false });
  await copySnapshot(databaseUrl, file, false);
  return file;
}

function readFlags(args: readonly string[], env: NodeJS.ProcessEnv): CheckTarget {
  const flags = parseFlags(args, { 'data-dir': { type: 'string' }, 'database-url': { type: 'string' } });
  const location = readDataLocation(flags, env);
  if ('databaseUrl' in location) {
    return { name: databaseName(location.databaseUrl), open: () => openSnapshot(location.databaseUrl) };
  }
  const path = join(location.dataDir, 'community.db');
  return { name: path, open: () => openFile(path) };
}

export const check: Command = { help, run };
