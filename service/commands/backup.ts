/** `parlor service backup`: writes a community into one SQLite file. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ParlorError } from '../../shared/errors.ts';
import { flagVariables, parseFlags, readDataLocation } from '../config.ts';
import { databaseName } from '../copy/postgres.ts';
import { copySnapshot } from '../copy/snapshot.ts';
import { copyDatabase, writeDatabase } from '../storage/write-database.ts';
import type { Command } from './command.ts';

const help = `Copies the data of a community into one file, also while its service runs.

  parlor service backup --data-dir DIR --out FILE
  parlor service backup --database-url URL --out FILE

  --data-dir DIR       the data directory of the service
  --database-url URL   its PostgreSQL database instead; better set in the environment, as ${flagVariables['database-url']}
  --out FILE           must not exist yet. The copy is made as FILE.partial, checked, synced to the disk, then renamed. Only you
                       can read it. Remove the FILE.partial of a killed backup by hand

The copy is a file of SQLite in either case, and holds everything that was acknowledged before it began. On success one line goes
to stdout; unless that is a terminal, it is {"event":"backup","file":"...","bytes":N}. To restore, put FILE as community.db into
an empty data directory, run "check" on that directory, and start the service there, or move it to PostgreSQL with "copy".
`;

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { location, out: outputPath } = readFlags(args, env);
  const [name, write] =
    'databaseUrl' in location
      ? postgresWriter(location.databaseUrl, outputPath)
      : sqliteWriter(join(location.dataDir, 'community.db'), outputPath);
  for (const path of [outputPath, `${outputPath}.partial`]) {
    if (existsSync(path)) throw new ParlorError('unknown_option', `--out: ${path} already exists.`);
  }
  const bytes = await write().catch((error: Error) => {
    if (error instanceof ParlorError) throw error;
    throw new ParlorError('data_dir_unusable', `${name} could not be copied to ${outputPath}: ${error.message}`);
  });
  const line = JSON.stringify({ event: 'backup', file: outputPath, bytes });
  process.stdout.write(`${process.stdout.isTTY ? `Copied ${bytes} bytes to ${outputPath}` : line}\n`);
  return 0;
}

/** The source's name for messages, and the function that writes the backup and resolves with its size. */
type BackupWriter = [string, () => Promise<number>];

function sqliteWriter(source: string, outputPath: string): BackupWriter {
  if (!existsSync(source)) throw new ParlorError('data_dir_unusable', `There is no ${source}.`);
  return [source, () => copyDatabase(source, outputPath, { replace: false })];
}

function postgresWriter(databaseUrl: string, outputPath: string): BackupWriter {
  const fillFile = async (partialPath: string) => {
    const file = new DatabaseSync(partialPath, { enableForeignKeyConstraints: false });
    try {
      await copySnapshot(databaseUrl, file, true);
    } finally {
      file.close();
    }
  };
  return [databaseName(databaseUrl), () => writeDatabase(outputPath, fillFile, { replace: false })];
}

function readFlags(args: readonly string[], env: NodeJS.ProcessEnv) {
  const flags = parseFlags(args, {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    out: { type: 'string' },
  });
  if (!flags.out) throw new ParlorError('unknown_option', '--out FILE is required');
  return { location: readDataLocation(flags, env), out: resolve(flags.out) };
}

export const backup: Command = { help, run };
