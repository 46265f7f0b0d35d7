import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestCommunity } from '../testing/community.ts';
import { type Life, live, told } from '../testing/life.ts';
import { openFile } from './file.ts';
import { findings } from './invariants.ts';
import { migrations, pendingMigrations } from './migrations/index.ts';
import { sqliteDdl, sqliteDialect } from './sqlite.ts';

vi.setConfig({ testTimeout: 60_000 });

const names = Object.keys(migrations);
let dir: string;
let newest: TestCommunity;
let life: Life;
let said: object;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-upgrade-'));
  newest = await TestCommunity.start();
  life = await live(newest);
  said = await told(newest, life);
  await newest.stop();
});
afterAll(async () => {
  await newest.dispose();
  await rm(dir, { recursive: true, force: true });
});

const fileOf = (community: TestCommunity) => join(community.dataDir, 'community.db');
const tablesOf = (file: DatabaseSync) =>
  file
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' AND name NOT LIKE 'sqlite%'",
    )
    .all()
    .map(({ name }) => String(name));

/** Tables whose form has changed since. */
const part = (number: number) => `json_extract('["' || replace(structure, ' ', '","') || '"]', '$[${number}]')`;
const formerly: { [table: string]: { until: string; rows: string } } = {
  elo: {
    until: '006',
    rows: "INSERT INTO elo SELECT agent_id, rating, games_played, updated_at FROM today.standing WHERE board = '*'",
  },
  fingerprint: {
    until: '006',
    rows: `INSERT INTO main.fingerprint (protocol_id, messages, options, commit_reveal, stages, mode, param_types)
      SELECT protocol_id, ${[0, 1, 2, 3].map((i) => `CAST(${part(i)} AS INTEGER)`).join(', ')}, ${part(4)}, param_types
      FROM today.fingerprint`,
  },
};

/** The rows of today in a database as a migration left it. */
async function olderData(last: string): Promise<TestCommunity> {
  const older = new TestCommunity(await mkdtemp(join(dir, last)), {});
  older.now = newest.now;
  const db = new Kysely<unknown>({ dialect: sqliteDialect(openFile(fileOf(older), 'FULL')) });
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        names.map((name) => [name, { up: (on: Kysely<unknown>) => migrations[name]!(on, sqliteDdl) }]),
      ),
  };
  const { error } = await new Migrator({ db, provider }).migrateTo(last);
  if (error) throw error;
  await db.destroy();
  const file = new DatabaseSync(fileOf(older), { enableForeignKeyConstraints: false });
  file.prepare('ATTACH ? AS today').run(fileOf(newest));
  for (const table of tablesOf(file)) {
    const former = formerly[table];
    if (former && last < former.until) {
      file.exec(former.rows);
      continue;
    }
    const columns = file
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => `"${name}"`)
      .join(', ');
    file.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM today."${table}"`);
  }
  file.close();
  return older;
}

const look = <T>(community: TestCommunity, look: (file: DatabaseSync) => T): T => {
  const file = new DatabaseSync(fileOf(community), { readOnly: true });
  try {
    return look(file);
  } finally {
    file.close();
  }
};

/** What only newer tables can hold, and nothing older can bring back. */
const youngerThan: { [migration: string]: (answer: string) => boolean } = {
  '002-inbox': (asked) => asked.includes('/inbox'),
  '004-ui': (asked) => asked.includes('/bundle'),
};

test.each(names.slice(0, -1))('data as %s left it is brought to today, and kept beside', async (last) => {
  const older = await olderData(last);
  const tables = look(older, tablesOf);
  const next = names[names.indexOf(last) + 1]!;
  const kept = `community.db.before-${next.slice(0, 3)}`;
  // Left by a start that was killed while it copied.
  await writeFile(join(older.dataDir, `${kept}.partial`), 'half');
  await older.start();
  try {
    const lost = names.filter((name) => name > last).map((name) => youngerThan[name]);
    const here = (answers: object) =>
      Object.fromEntries(Object.entries(answers).filter(([asked]) => !lost.some((is) => is?.(asked))));
    expect(here(await told(older, life))).toEqual(here(said));
    expect(look(older, (file) => [...findings(file)])).toEqual([]);
    expect(look(older, pendingMigrations)).toEqual([]);
    // It serves like any other.
    expect((await older.agent('Newcomer')).agent_id).toBe(life.agents.length + 1);
  } finally {
    await older.stop();
  }
  expect((await readdir(older.dataDir)).filter((name) => name.includes('before'))).toEqual([kept]);
  expect((await stat(join(older.dataDir, kept))).mode & 0o777).toBe(0o600);
  const before = new DatabaseSync(join(older.dataDir, kept), { readOnly: true });
  expect(tablesOf(before)).toEqual(tables);
  expect(pendingMigrations(before)[0]).toBe(next);
  expect(before.prepare('SELECT count(*) AS count FROM agent').get()).toEqual({ count: life.agents.length });
  before.close();
});

test('a start without an upgrade keeps no copy', async () => {
  const fresh = new TestCommunity(join(dir, 'fresh'), {});
  for (let i = 0; i < 2; i += 1) {
    await fresh.start();
    await fresh.stop();
  }
  expect((await readdir(fresh.dataDir)).filter((name) => name.includes('before'))).toEqual([]);
});

test('an upgrade that is killed half-way leaves the data as it was', async () => {
  const [first] = names as [string];
  const older = await olderData(first);
  const schema = (file: DatabaseSync) => file.prepare('SELECT sql FROM sqlite_master ORDER BY name').all();
  const before = look(older, schema);
  // The real migrations, and one after them that never ends.
  const script = `
    import { Kysely } from 'kysely';
    import { Migrator } from 'kysely/migration';
    import { migrations } from './service/storage/migrations/index.ts';
    import { openFile } from './service/storage/file.ts';
    import { sqliteDdl, sqliteDialect } from './service/storage/sqlite.ts';
    const db = new Kysely({ dialect: sqliteDialect(openFile(process.argv[1], 'FULL')) });
    const known = Object.entries(migrations).map(([name, up]) => [name, { up: (on) => up(on, sqliteDdl) }]);
    const endless = { up: () => new Promise(() => { setInterval(() => {}, 1000); process.stdout.write('under way'); }) };
    const provider = { getMigrations: async () => Object.fromEntries([...known, ['999-endless', endless]]) };
    await new Migrator({ db, provider }).migrateToLatest();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, fileOf(older)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(look(older, schema)).toEqual(before);
  await older.start();
  expect(look(older, pendingMigrations)).toEqual([]);
  await older.stop();
});
