import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findings } from '../commands/invariants.ts';
import { TestCommunity } from '../testing/community.ts';
import { laterVersion, remoteCommunity, serviceArgs, spawnService, startService } from '../testing/process.ts';
import { RandomLoad } from '../testing/random-load.ts';
import { createSampleData, readSampleData, type SampleData } from '../testing/sample-data.ts';
import { migrations, pendingMigrations } from './migrate.ts';
import { sqliteDdl, sqliteDialect } from './sqlite.ts';
import { openFile } from './sqlite-file.ts';

const migrationNames = Object.keys(migrations);
const dir = temporaryFolder();
let newest: TestCommunity;
let data: SampleData;
let expected: object;
beforeAll(async () => {
  newest = await TestCommunity.start();
  data = await createSampleData(newest);
  expected = await readSampleData(newest, data);
  await newest.stop();
});
afterAll(async () => {
  await newest.dispose();
});

const fileOf = (community: TestCommunity) => join(community.dataDir, 'community.db');
const tablesOf = (file: DatabaseSync) =>
  file
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' AND name NOT LIKE 'sqlite%'",
    )
    .all()
    .map(({ name }) => String(name));

/** The SQL expression of one space-separated part of `structure`. */
const part = (number: number) => `json_extract('["' || replace(structure, ' ', '","') || '"]', '$[${number}]')`;
/** Tables whose columns have changed: the migration that changed them, and how to fill their earlier form. */
const earlierTables: { [table: string]: { until: string; rows: string } } = {
  elo: {
    until: '006',
    rows: "INSERT INTO elo SELECT agent_id, rating, games_played, updated_at FROM newest.standing WHERE board = '*'",
  },
  fingerprint: {
    until: '006',
    rows: `INSERT INTO main.fingerprint (protocol_id, messages, options, commit_reveal, stages, mode, param_types)
      SELECT protocol_id, ${[0, 1, 2, 3].map((i) => `CAST(${part(i)} AS INTEGER)`).join(', ')}, ${part(4)}, param_types
      FROM newest.fingerprint`,
  },
};

/** The sample data in a database that was migrated only up to `last`. */
async function olderData(last: string): Promise<TestCommunity> {
  const older = new TestCommunity(await mkdtemp(join(dir, last)), {});
  older.now = newest.now;
  const db = new Kysely<unknown>({ dialect: sqliteDialect(openFile(fileOf(older), 'FULL')) });
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        migrationNames.map((name) => [name, { up: (on: Kysely<unknown>) => migrations[name]!(on, sqliteDdl) }]),
      ),
  };
  const { error } = await new Migrator({ db, provider }).migrateTo(last);
  if (error) throw error;
  await db.destroy();
  const file = new DatabaseSync(fileOf(older), { enableForeignKeyConstraints: false });
  file.prepare('ATTACH ? AS newest').run(fileOf(newest));
  for (const table of tablesOf(file)) {
    const earlier = earlierTables[table];
    if (earlier && last < earlier.until) {
      file.exec(earlier.rows);
      continue;
    }
    const columns = file
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => `"${name}"`)
      .join(', ');
    // The stream of events begins with a row of its migration.
    file.exec(`INSERT OR REPLACE INTO main."${table}" (${columns}) SELECT ${columns} FROM newest."${table}"`);
  }
  file.close();
  return older;
}

const readFile = <T>(community: TestCommunity, read: (file: DatabaseSync) => T): T => {
  const file = new DatabaseSync(fileOf(community), { readOnly: true });
  try {
    return read(file);
  } finally {
    file.close();
  }
};

/** Responses whose data exists only since a migration. */
const addedBy: { [migration: string]: (call: string) => boolean } = {
  '002-inbox': (call) => call.includes('/inbox'),
  '004-ui': (call) => call.includes('/bundle'),
};

const older = migrationNames.slice(0, -1);
// Starting from the first, every migration runs.
test.each(isLongRun ? older : [older[0]!, older.at(-1)!])('migrates and backs up data of %s', async (last) => {
  const older = await olderData(last);
  const tables = readFile(older, tablesOf);
  const next = migrationNames[migrationNames.indexOf(last) + 1]!;
  const backupName = `community.db.before-${next.slice(0, 3)}`;
  // As left behind by a start that was killed during the copy.
  await writeFile(join(older.dataDir, `${backupName}.partial`), 'half');
  await older.start();
  try {
    const missing = migrationNames.filter((name) => name > last).map((name) => addedBy[name]);
    const comparable = (responses: object) =>
      Object.fromEntries(Object.entries(responses).filter(([call]) => !missing.some((test) => test?.(call))));
    expect(comparable(await readSampleData(older, data))).toEqual(comparable(expected));
    expect(readFile(older, (file) => [...findings(file)])).toEqual([]);
    expect(readFile(older, pendingMigrations)).toEqual([]);
    // The migrated data accepts writes.
    expect((await older.agent('Newcomer')).agent_id).toBe(data.agents.length + 1);
  } finally {
    await older.stop();
  }
  expect((await readdir(older.dataDir)).filter((name) => name.includes('before'))).toEqual([backupName]);
  expect((await stat(join(older.dataDir, backupName))).mode & 0o777).toBe(0o600);
  const before = new DatabaseSync(join(older.dataDir, backupName), { readOnly: true });
  expect(tablesOf(before)).toEqual(tables);
  expect(pendingMigrations(before)[0]).toBe(next);
  expect(before.prepare('SELECT count(*) AS count FROM agent').get()).toEqual({ count: data.agents.length });
  before.close();
});

test('makes no backup without an upgrade', async () => {
  const fresh = new TestCommunity(join(dir, 'fresh'), {});
  for (let i = 0; i < 2; i += 1) {
    await fresh.start();
    await fresh.stop();
  }
  expect((await readdir(fresh.dataDir)).filter((name) => name.includes('before'))).toEqual([]);
});

test('leaves the data unchanged when an upgrade is killed', async () => {
  const [first] = migrationNames as [string];
  const older = await olderData(first);
  const schema = (file: DatabaseSync) => file.prepare('SELECT sql FROM sqlite_master ORDER BY name').all();
  const before = readFile(older, schema);
  // The real migrations, followed by one that never finishes.
  const script = `
    import { Kysely } from 'kysely';
    import { Migrator } from 'kysely/migration';
    import { migrations } from './service/storage/migrate.ts';
    import { openFile } from './service/storage/sqlite-file.ts';
    import { sqliteDdl, sqliteDialect } from './service/storage/sqlite.ts';
    const db = new Kysely({ dialect: sqliteDialect(openFile(process.argv[1], 'FULL')) });
    const real = Object.entries(migrations).map(([name, up]) => [name, { up: (on) => up(on, sqliteDdl) }]);
    const endless = { up: () => new Promise(() => { setInterval(() => {}, 1000); process.stdout.write('under way'); }) };
    const provider = { getMigrations: async () => Object.fromEntries([...real, ['999-endless', endless]]) };
    await new Migrator({ db, provider }).migrateToLatest();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, fileOf(older)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(readFile(older, schema)).toEqual(before);
  await older.start();
  expect(readFile(older, pendingMigrations)).toEqual([]);
  await older.stop();
});

test('a later version has every write that an older process has acknowledged', async () => {
  const args = serviceArgs(join(dir, 'succession'));
  const older = await startService(args);
  const load = new RandomLoad([remoteCommunity(older.url)], 87);
  // Calls without a response are not acknowledged.
  const ended = load.run(8, () => false).catch(() => {});
  await expect.poll(() => load.calls, { interval: 10 }).toBeGreaterThan(100);
  older.child.kill();
  expect(await older.ended).toBe(0);
  await ended;
  const later = await startService(args, laterVersion);
  load.communities = [remoteCommunity(later.url)];
  await load.runCalls(50);
  expect(await load.check(new TestCommunity(join(dir, 'succession'), {}))).toEqual([]);
  later.child.kill();
  expect(await later.ended).toBe(0);
  const late = spawnService(args);
  expect(await late.ended).not.toBe(0);
  expect(late.log()).toContain('written by a newer Parlor');
});
