/** `parlor service copy`: moves a community between SQLite and PostgreSQL, with a progress line on a terminal. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { flagVariables, parseFlags, readFlag } from '../config.ts';
import { type CopyPlan, copyCommunity } from '../copy/copy.ts';
import { copyError } from '../copy/failure.ts';
import { openPostgresSource, openPostgresTarget } from '../copy/postgres.ts';
import { openDataDir } from '../copy/sqlite.ts';
import { readTables } from '../copy/tables.ts';
import { copyUsedRequests } from '../copy/used-requests.ts';
import type { Command } from './command.ts';
import { showProgress } from './progress.ts';

const help = `Copies a community from SQLite into PostgreSQL, or back. Stop its service first.

  parlor service copy --data-dir DIR --database-url URL
  parlor service copy --data-dir DIR --database-url URL --reverse

  --data-dir DIR       the data directory
  --database-url URL   the PostgreSQL database, postgres://user:password@host/database; better set in the environment, as
                       ${flagVariables['database-url']}
  --reverse            copy from PostgreSQL into the data directory

The target must be empty. A copy that was interrupted continues when it is started again; no service starts on its target before
it is finished. At the end the rows of both are compared. On success one line goes to stdout; unless that is a terminal, it is
{"event":"copy","from":"...","to":"...","rows":N,"tables":{"agent":{"rows":N,"sha256":"..."},...}}. The source is not changed.
See docs/operators.md.
`;

interface Flags {
  dataDir: string;
  databaseUrl: string;
  reverse: boolean;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const flags = readFlags(args, env);
  // Files are readable by this user only.
  process.umask(0o077);
  const result = await (flags.reverse ? copyFromPostgres(flags) : copyFromSqlite(flags)).catch((error: unknown) => {
    throw copyError(error);
  });
  const rows = Object.values(result.tables).reduce((sum, table) => sum + table.rows, 0);
  const line = JSON.stringify({ event: 'copy', from: result.from, to: result.to, rows, tables: result.tables });
  process.stdout.write(`${process.stdout.isTTY ? `Copied and compared ${rows} rows into ${result.to}` : line}\n`);
  return 0;
}

async function copyFromSqlite({ dataDir, databaseUrl }: Flags) {
  const source = await openDataDir(dataDir, { create: false });
  const target = await openPostgresTarget(databaseUrl);
  await target.requireUnused();
  const beforeFinish = () => copyUsedRequests(join(dataDir, 'replay.db'), target);
  return copy({ source, target, tables: () => readTables(source.file), beforeFinish });
}

async function copyFromPostgres({ dataDir, databaseUrl }: Flags) {
  const source = await openPostgresSource(databaseUrl);
  await source.requireUnused();
  const target = await openDataDir(dataDir, { create: true });
  // Without a replay.db, a service assumes that used request ids are lost and refuses requests signed before its start.
  const beforeFinish = async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `replay.db${suffix}`), { force: true });
  };
  return copy({ source, target, tables: () => readTables(target.file), beforeFinish });
}

async function copy(plan: CopyPlan) {
  const { source, target } = plan;
  const progress = showProgress(process.stderr);
  const tables = await copyCommunity({ ...plan, onProgress: progress.show }).finally(progress.end);
  await source.close();
  await target.close();
  return { from: source.name, to: target.name, tables };
}

function readFlags(args: readonly string[], env: NodeJS.ProcessEnv): Flags {
  const flags = parseFlags(args, {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    reverse: { type: 'boolean' },
  });
  const dataDir = readFlag('data-dir', flags, env);
  const databaseUrl = readFlag('database-url', flags, env);
  if (dataDir === undefined || databaseUrl === undefined) {
    throw new ParlorError('unknown_option', 'Both --data-dir DIR and --database-url URL are required');
  }
  return { dataDir, databaseUrl, reverse: flags.reverse ?? false };
}

export const copyCommand: Command = { help, run };
