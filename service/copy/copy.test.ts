/** Copies whole communities between SQLite and PostgreSQL. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { StreamEvent } from '../../shared/community/server-sent-events.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { copyFlags, createDatabase, createUsedCommunity } from '../testing/copy.ts';
import { Listener } from '../testing/events.ts';
import { sendRequest } from '../testing/http.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { runService } from '../testing/process.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { createSampleData, readSampleData, type SampleData } from '../testing/sample-data.ts';
import type { CopySource } from './database.ts';
import { openPostgresSource } from './postgres.ts';
import { openDataDir } from './sqlite.ts';
import { readTables } from './tables.ts';
import { canonicalLine, type TableDigests } from './verify.ts';

const dir = temporaryFolder();
let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(dir, String(folders));
}

/** In a separate process, because a refused copy leaves its source open. */
const copy = (dataDir: string, database: TestDatabase, ...more: string[]) =>
  runService([...copyFlags(dataDir, database), ...more]);

async function copied(dataDir: string, database: TestDatabase, ...more: string[]): Promise<TableDigests> {
  const { code, out, err } = await runInProcess([...copyFlags(dataDir, database), ...more]);
  expect([code, err], err).toEqual([0, '']);
  expect(out).toMatch(/^\{.*\}\n$/);
  return JSON.parse(out).tables;
}

/** Reads the tables before it calls `open`, which may lock the file. */
async function dump(open: () => Promise<CopySource>, dataDir: string): Promise<string> {
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  const tables = readTables(file);
  file.close();
  const source = await open();
  let text = '';
  for (const table of tables) {
    text += `${table.name} ${await lastId(source, table)}\n`;
    for await (const rows of source.batches(table, null)) text += rows.map(canonicalLine).join('');
  }
  await source.close();
  return text;
}
const lastId = (source: CopySource, table: ReturnType<typeof readTables>[number]) =>
  table.hasIdentity ? source.lastId(table) : '';

const dumpOfFolder = (dataDir: string) => dump(() => openDataDir(dataDir, { create: false }), dataDir);
const dumpOfDatabase = ({ url }: TestDatabase, dataDir: string) => dump(() => openPostgresSource(url), dataDir);

/** Everything that agents can read from the community. */
async function view(community: TestCommunity, sample: SampleData): Promise<object> {
  const [ada, bela] = agentsOf(community, sample);
  const responses: unknown[] = [await readSampleData(community, sample)];
  for (const id of sample.agents.map(({ agent_id }) => agent_id)) {
    for (const key of ['GET /api/v1/agents/{id}/elo/history', 'GET /api/v1/agents/{id}/record'] as const) {
      responses.push((await ada.call(key, { params: { id } })).body);
    }
  }
  for (const key of [
    'GET /api/v1/elo/leaderboard',
    'GET /api/v1/karma/leaderboard',
    'GET /api/v1/protocols',
  ] as const) {
    responses.push((await bela.call(key)).body);
  }
  return responses;
}

/** The same agents at another community. */
function agentsOf(community: TestCommunity, sample: SampleData) {
  const agents = sample.agents.map(({ seed, agent_id }) => Object.assign(new TestAgent(community, seed), { agent_id }));
  return agents as [TestAgent, TestAgent, TestAgent];
}

/** The events of an agent after a position, up to `last`. */
async function eventsAfter(agent: TestAgent, position: string, last: string): Promise<StreamEvent[]> {
  const listener = await Listener.open(agent, position);
  await listener.until((received) => received.some(({ id }) => id === last));
  listener.close();
  return listener.received.filter(({ event }) => event !== 'hello');
}

/** Plays one more game, and returns the id of the newest event of its host. */
async function play(community: TestCommunity, sample: SampleData, after: string): Promise<string> {
  const [ada, bela] = agentsOf(community, sample);
  const listener = await Listener.open(ada, after);
  const session_id = await bela.closedSession(ada, sample.protocols[0]!);
  for (const agent of [ada, bela]) {
    const report = { params: { session_id }, body: { winner: 'draw' as const } };
    expect((await agent.call('POST /api/v1/sessions/{session_id}/result', report)).status).toBe(200);
  }
  const settled = ({ event, data }: StreamEvent) =>
    event === 'result_reported' && data.includes(session_id) && !data.includes('"pending"');
  await listener.until((received) => received.some(settled));
  listener.close();
  expect(listener.received.some(({ event }) => event === 'reset')).toBe(false);
  return listener.received.find(settled)!.id!;
}

test('a NUL that a member of an earlier version wrote does not prevent a copy', async () => {
  const dataDir = newFolder();
  const community = new TestCommunity(dataDir, {});
  await community.start();
  await createSampleData(community);
  await community.stop();
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  file.prepare('UPDATE agent SET bio = ?').run('before\0after');
  file.close();
  const database = await createDatabase();
  await copied(dataDir, database);
  expect(await database.query('SELECT DISTINCT bio FROM agent')).toEqual([{ bio: 'before\uFFFDafter' }]);
});

test('copies a community to PostgreSQL and back without loss', async () => {
  const dataDir = newFolder();
  let community = new TestCommunity(dataDir, {});
  await community.start();
  const sample = await createSampleData(community);
  const first = '0-1';
  const newest = await play(community, sample, first);
  const request = { method: 'GET', target: '/api/v1/protocols' };
  const replayed = { ...request, headers: agentsOf(community, sample)[0].headers(request) };
  expect((await sendRequest(community.url, replayed)).status).toBe(200);
  const before = await view(community, sample);
  const events = await eventsAfter(agentsOf(community, sample)[0], first, newest);
  await community.stop();

  const database = await createDatabase();
  const digests = await copied(dataDir, database);
  const text = await dumpOfFolder(dataDir);
  expect(await dumpOfDatabase(database, dataDir)).toBe(text);
  const lines = text.split('\n').filter((line) => line.startsWith('['));
  expect(Object.values(digests).reduce((sum, { rows }) => sum + rows, 0)).toBe(lines.length);
  const tables = Object.keys(digests);
  const rowsBefore = tables.slice(0, tables.indexOf('agent')).reduce((sum, table) => sum + digests[table]!.rows, 0);
  const agentLines = lines.slice(rowsBefore, rowsBefore + digests.agent!.rows).map((line) => `${line}\n`);
  expect(digests.agent!.sha256).toBe(createHash('sha256').update(agentLines.join('')).digest('hex'));
  for (const [table, { rows }] of Object.entries(digests)) {
    // The service has applied these, or deletes them after use.
    if (!['tally', 'tally_move', 'challenge'].includes(table)) expect(rows, table).toBeGreaterThan(0);
  }
  // Both databases have the same tables and columns, except for the tables that only PostgreSQL needs.
  const columns = (await database.query(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%'`,
  )) as { table: string; column: string }[];
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  const sqliteColumns = readTables(file).flatMap(({ name, columns }) =>
    columns.map((column) => `${name} ${column.name}`),
  );
  file.close();
  const onlyPostgres = ['used_request', 'rate_bucket'];
  const shared = columns.filter(({ table }) => !onlyPostgres.includes(table));
  expect(shared.map(({ table, column }) => `${table} ${column}`).sort()).toEqual(sqliteColumns.sort());

  // Copying again finds nothing left to do, as after a kill once the copy was complete.
  const repeated = await copy(dataDir, database);
  expect([repeated.code, JSON.parse(repeated.out).tables]).toEqual([0, digests]);

  community = new TestCommunity(dataDir, { databaseUrl: database.url });
  await community.start();
  expect(await view(community, sample)).toEqual(before);
  expect(await eventsAfter(agentsOf(community, sample)[0], first, newest)).toEqual(events);
  expect((await sendRequest(community.url, replayed)).text).toContain('replayed_request');
  const ids = sample.agents.map(({ agent_id }) => agent_id);
  expect((await community.agent('Dora')).agent_id).toBe(Math.max(...ids) + 1);
  const later = await play(community, sample, newest);
  const played = await view(community, sample);
  const allEvents = await eventsAfter(agentsOf(community, sample)[0], first, later);
  await community.stop();

  const back = newFolder();
  await copied(back, database, '--reverse');
  expect(await dumpOfFolder(back)).toBe(await dumpOfDatabase(database, back));
  community = new TestCommunity(back, {});
  await community.start();
  // The service rejects requests signed before its start, as it does not know which were used.
  community.advance(1);
  expect(await view(community, sample)).toEqual(played);
  expect(await eventsAfter(agentsOf(community, sample)[0], first, later)).toEqual(allEvents);
  expect((await community.agent('Emil')).agent_id).toBe(Math.max(...ids) + 2);
  await play(community, sample, later);
  await community.stop();
  expect(await runInProcess(['check', '--data-dir', back])).toMatchObject({ code: 0 });

  const again = await createDatabase();
  await copied(back, again);
  expect(await runInProcess(['check', '--database-url', again.url])).toMatchObject({ code: 0 });
});

test.runIf(isLongRun)(
  'a backup of PostgreSQL, taken while its service runs, restores everything acknowledged before it',
  async () => {
    const database = await createDatabase();
    const community = new TestCommunity(newFolder(), { databaseUrl: database.url });
    await community.start();
    const sample = await createSampleData(community);
    const before = await view(community, sample);
    const out = join(dir, 'taken.db');
    const backup = await runService(['backup', '--database-url', database.url, '--out', out]);
    expect(backup, backup.err).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(backup.out)).toMatchObject({ event: 'backup', file: out });
    await community.stop();
    const dataDir = newFolder();
    await mkdir(dataDir);
    await copyFile(out, join(dataDir, 'community.db'));
    expect(await runInProcess(['check', '--data-dir', dataDir])).toMatchObject({ code: 0 });
    const restored = new TestCommunity(dataDir, {});
    await restored.start();
    // The service rejects requests signed before its start, as it does not know which were used.
    restored.advance(1);
    expect(await view(restored, sample)).toEqual(before);
    await restored.stop();
  },
);

test.runIf(isLongRun)(
  'refuses a target with other data, a source in use and an unfinished copy, and changes nothing',
  async () => {
    const [dataDir, other] = [newFolder(), newFolder()];
    const sample = await createUsedCommunity(dataDir);
    await createUsedCommunity(other);
    const database = await createDatabase();
    await copied(other, database);
    const text = await dumpOfDatabase(database, dataDir);
    const refused = async (flags: Parameters<typeof copy>, message: RegExp) => {
      const { code, out, err } = await copy(...flags);
      expect([code, out], err).toEqual([1, '']);
      expect(err).toMatch(/^[a-z_]+: [^\n]+\n$/);
      expect(err).toMatch(message);
    };
    await refused([dataDir, database], /^data_dir_unusable: .* holds other data/);
    await refused([dataDir, database, '--reverse'], /^data_dir_unusable: .* holds other data/);
    expect(await dumpOfDatabase(database, dataDir)).toBe(text);
    await refused([join(dir, 'nowhere'), database], /^data_dir_unusable: There is no/);
    const nowhere = new TestDatabase(database.url.replace(/\w+$/, 'nowhere'));
    await refused([dataDir, nowhere], /^service_failed: .*does not exist/);

    const running = new TestCommunity(dataDir, {});
    await running.start();
    const target = await createDatabase();
    await refused([dataDir, target], /^data_dir_busy: A service runs on /);
    await running.stop();
    const onPostgres = new TestCommunity(dataDir, { databaseUrl: database.url });
    await onPostgres.start();
    await refused([newFolder(), database, '--reverse'], /^service_failed: A service runs on postgres:/);
    await onPostgres.stop();

    // What a copy leaves behind if it is killed right after its start.
    await target.query('CREATE TABLE copy_progress (source text, table_name text, last_key text)');
    for (const command of [['--port', '0'], ['check']]) {
      const started = await runService([...command, '--database-url', target.url]);
      expect(started.code).toBe(1);
      expect(started.err).toMatch(/^[a-z_]+: .*[Tt]he copy into .* is not finished/);
    }
    await target.query("INSERT INTO copy_progress VALUES ('another', NULL, NULL)");
    await refused(
      [dataDir, target],
      /^data_dir_unusable: .* has changed since the copy .* began, or is another community/,
    );
    expect(sample.agents.length).toBe(3);
  },
);
