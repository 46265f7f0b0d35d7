/** A PostgreSQL that refuses to work, or can't store what members write, and processes whose clocks are wrong. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Postgres, TestDatabase } from '../testing/postgres.ts';
import { remoteCommunity, type ServiceProcess, spawnService, startService } from '../testing/process.ts';

let postgres: Postgres;
let database: TestDatabase;
let server: TestDatabase;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  postgres = await Postgres.create();
  server = new TestDatabase(postgres.url);
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill();
    await ended;
  }
});
afterAll(() => postgres.dispose());

const flags = ['--difficulty', '0', '--metrics-port', '0', '--exit-with-parent'];

/** A database, and its URL for the role `member`, which may connect to it. */
async function createDatabase(): Promise<string> {
  database = await TestDatabase.create(postgres.url);
  await server.query('CREATE ROLE member LOGIN').catch(() => []);
  await server.query('ALTER ROLE member LOGIN');
  const url = new URL(database.url);
  await server.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO member`);
  url.username = 'member';
  url.password = 'hunter2';
  return url.href;
}

async function start(databaseUrl: string, node: string[] = []): Promise<ServiceProcess> {
  const service = await startService(['--database-url', databaseUrl, ...flags], { node });
  running.push(service);
  return service;
}

const closeConnections = () =>
  server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'member'");

test.each([
  ['a login that it no longer permits', () => server.query('ALTER ROLE member NOLOGIN'), 'not permitted to log in'],
  ['a dropped database', () => database.drop(), 'does not exist'],
] as const)('%s is an unavailable database, whose message is in the log', async (_, breakIt, text) => {
  const service = await start(await createDatabase());
  const community = remoteCommunity(service.url);
  const ann = await community.agent('Ann');
  await breakIt();
  await closeConnections();
  const refused = () => ann.call('GET /api/v1/protocols');
  await expect.poll(async () => (await refused()).code).toBe('database_unavailable');
  expect((await refused()).status).toBe(503);
  expect((await community.get('GET /health')).status).toBe(503);
  expect(service.log()).toContain(text);
  expect(service.log()).not.toContain('hunter2');
  const metrics = await (await fetch(service.metricsUrl!)).text();
  expect(metrics).toMatch(/^parlor_database_errors_total\{where="request"\} [1-9]/m);
});

test('privileges that are revoked are an unavailable database', async () => {
  const service = await start(await createDatabase());
  const ann = await remoteCommunity(service.url).agent('Ann');
  await database.query('ALTER TABLE protocol OWNER TO parlor');
  expect(await ann.call('GET /api/v1/protocols')).toMatchObject({ status: 503, code: 'database_unavailable' });
  expect(service.log()).toContain('permission denied for table protocol');
});

test('a database in another encoding is refused, with what to do', async () => {
  await server.query("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'");
  const url = postgres.url.replace(/\/postgres$/, '/latin');
  const service = spawnService(['--database-url', url, ...flags]);
  expect(await service.ended).toBe(1);
  expect(service.log()).toMatch(/^service_failed: .*LATIN1.*createdb --encoding=UTF8.*\n$/);
});

/** Moves the clock of a process ahead, and sets it right, or wrong, on SIGUSR2. */
const movedClock = (secondsAtFirst: number, secondsLater: number): string[] => [
  '--import',
  `data:text/javascript,const { now } = Date; let ms = ${secondsAtFirst * 1000}; Date.now = () => now() + ms;
    process.on('SIGUSR2', () => { ms = ${secondsLater * 1000}; });`,
];

test('a process whose clock is wrong says so at the start, and deletes nothing early', async () => {
  const service = await start(await createDatabase(), movedClock(600, 0));
  expect(service.log()).toMatch(/"clock_offset_seconds":(?:599|600)\b.*Set them by NTP/);
  const metrics = async () => (await fetch(service.metricsUrl!)).text();
  expect(await metrics()).toMatch(/^parlor_clock_offset_seconds (?:599|600)\b/m);
  await database.query('INSERT INTO challenge VALUES ($1, 0, $2)', ['c', Date.now() + 300_000]);
  await expect.poll(metrics, { timeout: 30_000 }).toMatch(/^parlor_sweeps_total\{outcome="done"\} [2-9]/m);
  expect(await database.query('SELECT 1 FROM challenge')).toHaveLength(1);
  service.child.kill('SIGUSR2');
  await expect.poll(() => service.log(), { timeout: 30_000 }).toContain('The clocks agree again.');
});

test('a process whose clock becomes wrong says so', async () => {
  const service = await start(await createDatabase(), movedClock(0, -86_400));
  expect(service.log()).not.toContain('NTP');
  service.child.kill('SIGUSR2');
  await expect.poll(() => service.log(), { timeout: 30_000 }).toContain('Set them by NTP');
});
