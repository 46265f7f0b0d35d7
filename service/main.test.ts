/** The service as a process: command line, exit codes, and data directories that it cannot use. */
import { chmod, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { readCommandLine } from './index.ts';
import { TestCommunity } from './testing/community.ts';
import { sendRequest } from './testing/http.ts';
import { canObeyFileModes, serviceArgs, spawnService, startService } from './testing/process.ts';

const dir = temporaryFolder();

const args = (name: string) => serviceArgs(join(dir, name));

test('prints its URL and exits cleanly on a signal', async () => {
  for (const signal of isLongRun ? (['SIGTERM', 'SIGINT'] as const) : (['SIGINT'] as const)) {
    const service = await startService(args('clean'));
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    service.child.kill(signal);
    expect(await service.ended).toBe(0);
  }
});

test('exits with its parent only if --exit-with-parent is set', async () => {
  const bound = await startService(args('bound'));
  bound.child.stdin.end();
  expect(await bound.ended).toBe(0);
  const free = await startService(args('free').filter((flag) => flag !== '--exit-with-parent'));
  free.child.stdin.end();
  expect((await fetch(`${free.url}/health`)).status).toBe(200);
  free.child.kill();
  expect(await free.ended).toBe(0);
});

test('prints one line to stderr and sets the exit code when it cannot start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await writeFile(join(dir, 'file'), '');
  await writeFile(join(dir, 'community.db'), 'this is not a database, and long enough to be read'.repeat(20));
  const cases: [string[], number, string][] = [
    [['--nonsense'], 2, 'unknown_option'],
    [[...args('x'), '--port', String(port)], 1, 'service_failed'],
    [args('file'), 1, 'data_dir_unusable'],
    [[...args('x'), '--host', '203.0.113.1'], 1, 'service_failed'],
    [args('.'), 1, 'data_dir_unusable'],
    [serviceArgs('/proc/missing/data'), 1, 'data_dir_unusable'],
  ];
  for (const [given, code, errorCode] of cases.slice(0, isLongRun ? cases.length : 3)) {
    const service = spawnService(given);
    expect([await service.ended, await service.firstLine], given.join(' ')).toEqual([code, null]);
    expect(service.log(), given.join(' ')).toMatch(new RegExp(`^${errorCode}: .+\\n$`));
    expect(service.log()).not.toContain('    at ');
  }
  taken.close();
});

test.each([
  [['--nonsense']],
  [['stray']],
  [[]],
  [[...args('x'), '--port', '70000']],
  [[...args('x'), '--port', '']],
  [[...args('x'), '--difficulty', 'hard']],
  [[...args('x'), '--rate', 'signed=0']],
  [['--database-url', 'mysql://somewhere/data']],
  [['--database-url', 'postgres://parlor:a#b@somewhere/data']],
])('rejects the command line %j', (given) => {
  expect(() => readCommandLine(given, {})).toThrow(expect.objectContaining({ code: 'unknown_option' }));
});

test.each([
  [['--port', '99999'], '--port (PARLOR_SERVICE_PORT) takes a whole number from 0 to 65535, not "99999"'],
  [['--difficulty', '9'], '--difficulty (PARLOR_SERVICE_DIFFICULTY) takes a whole number from 0 to 4, not "9"'],
  [['--public-url', 'community.example'], 'takes a URL without a path, such as https://community.example'],
  [['--public-url', 'https://community.example/parlor'], 'takes a URL without a path'],
  [['--public-url', 'https://user@community.example'], 'takes a URL without a path'],
])('says what is possible instead of %j', (given, text) => {
  expect(() => readCommandLine([...args('x'), ...given], {})).toThrow(text);
});

test('accepts the forms of the URL of a database that pg does', () => {
  for (const url of [
    'postgres:///parlor',
    'postgresql://a:b%23c@db.internal:5433/parlor?sslmode=require',
    'postgres://a@/b',
  ])
    expect(readCommandLine(['--database-url', url], {}).config.databaseUrl).toBe(url);
});

test('a flag that says where the data is precedes both variables', () => {
  const env = { PARLOR_SERVICE_DATABASE_URL: 'postgres://variable/data', PARLOR_SERVICE_DATA_DIR: '/variable' };
  const locationOf = (...flags: string[]) => {
    const { dataDir, databaseUrl } = readCommandLine(flags, env).config;
    return databaseUrl ?? dataDir;
  };
  expect(locationOf('--data-dir', '/flag')).toBe('/flag');
  expect(locationOf('--database-url', 'postgres://flag/data')).toBe('postgres://flag/data');
  expect(locationOf('--data-dir', '/flag', '--database-url', 'postgres://flag/data')).toBe('postgres://flag/data');
  expect(locationOf()).toBe('postgres://variable/data');
});

test('who is behind a proxy has the limits of other computers', () => {
  const invitations = (...flags: string[]) => readCommandLine([...args('x'), ...flags], {}).config.activeInvitations;
  expect([invitations(), invitations('--trust-proxy', '127.0.0.1')]).toEqual([100, 3]);
});

test('refuses the data folder of a member, and an unknown log level', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'identity.json'), '{}');
  const service = spawnService(serviceArgs(folder));
  expect(await service.ended).toBe(1);
  expect(service.log()).toMatch(/^data_dir_unusable: .*it is the data folder of a member\. Choose another.*\n$/);
  const verbose = spawnService(args('verbose'), { env: { ...process.env, PARLOR_LOG: 'verbose' } });
  expect([await verbose.ended, verbose.log()]).toEqual([2, expect.stringContaining('PARLOR_LOG takes one of trace')]);
});

test('names a damaged file, and starts once a damaged replay.db is deleted', async () => {
  const noise = 'this is not a database, and long enough to be read'.repeat(100);
  const first = new TestCommunity(join(dir, 'damaged'), {});
  await first.start();
  first.now = Date.now();
  const ann = await first.agent('Ann');
  await first.stop();
  const failedStart = async () => {
    const service = spawnService(args('damaged'));
    expect(await service.ended).toBe(1);
    return service.log();
  };
  const pathOf = (name: string) => join(dir, 'damaged', name);
  await writeFile(pathOf('replay.db'), noise);
  expect(await failedStart()).toMatch(/^data_dir_unusable: .*replay\.db: file is not a database\n$/);
  await rm(pathOf('replay.db'));
  const list = { method: 'GET', target: '/api/v1/protocols' };
  const signedEarlier = ann.headers(list);
  const restarted = await startService(args('damaged'));
  const response = await sendRequest(restarted.url, { ...list, headers: signedEarlier });
  expect([response.status, JSON.parse(response.text).code]).toEqual([401, 'stale_timestamp']);
  restarted.child.kill();
  await restarted.ended;
  await rm(pathOf('community.db-wal'), { force: true });
  await writeFile(pathOf('community.db'), noise);
  expect(await failedStart()).toMatch(/^data_dir_unusable: .*community\.db: file is not a database\n$/);
});

test.skipIf(!canObeyFileModes)('rejects a data directory without write permission', async () => {
  const open = temporaryFolder();
  const closed = join(open, 'data');
  try {
    const flags = ['--data-dir', closed, '--exit-with-parent'];
    const first = new TestCommunity(closed, {});
    await first.start();
    await first.stop();
    const changes = [
      [closed, 0o500],
      [join(closed, 'community.db'), 0o400],
      [closed, 0o700],
      [closed, 0o000],
    ] as const;
    for (const [path, mode] of isLongRun ? changes : changes.slice(0, 1)) {
      await chmod(path, mode);
      const service = spawnService(flags, { obeysFileModes: true });
      expect([await service.ended, await service.firstLine]).toEqual([1, null]);
      expect(service.log()).toMatch(/^data_dir_unusable: [^\n]+\n$/);
    }
  } finally {
    await chmod(closed, 0o700);
  }
});

test('refuses data of a newer Parlor', async () => {
  const first = new TestCommunity(join(dir, 'newer'), {});
  await first.start();
  await first.stop();
  const db = new DatabaseSync(join(dir, 'newer', 'community.db'));
  db.exec("INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01T00:00:00.000Z')");
  db.close();
  const service = spawnService(args('newer'));
  expect(await service.ended).toBe(1);
  expect(service.log()).toMatch(
    /^data_dir_unusable: The community data was written by a newer Parlor\. Install that version, .*\n$/,
  );
});
