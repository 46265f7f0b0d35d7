import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendRequest } from './testing/http.ts';
import { argsFor, spawnService, startedService, visitor } from './testing/process.ts';

// Dozens of processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-main-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** So that a test which fails leaves nobody behind. */
const args = (name: string) => argsFor(join(dir, name));

test('it says where it listens, and a signal ends it cleanly', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const service = await startedService(args('clean'));
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    service.child.kill(signal);
    expect(await service.ended).toBe(0);
  }
});

test('it ends with its parent when told to, and only then', async () => {
  const bound = await startedService(args('bound'));
  bound.child.stdin.end();
  expect(await bound.ended).toBe(0);
  const free = await startedService(args('free').filter((flag) => flag !== '--exit-with-parent'));
  free.child.stdin.end();
  expect((await fetch(`${free.url}/health`)).status).toBe(200);
  free.child.kill();
  expect(await free.ended).toBe(0);
});

test('what cannot be started is one line on stderr and a code', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await writeFile(join(dir, 'file'), '');
  await writeFile(join(dir, 'community.db'), 'this is not a database, and long enough to be looked at'.repeat(20));
  const cases: [string[], number, string][] = [
    [['--nonsense'], 2, 'unknown_option'],
    [['stray'], 2, 'unknown_option'],
    [[], 2, 'unknown_option'],
    [[...args('x'), '--port', '70000'], 2, 'unknown_option'],
    [[...args('x'), '--port', ''], 2, 'unknown_option'],
    [[...args('x'), '--difficulty', 'hard'], 2, 'unknown_option'],
    [[...args('x'), '--rate', 'signed=0'], 2, 'unknown_option'],
    [[...args('x'), '--port', String(port)], 1, 'service_failed'],
    [[...args('x'), '--host', '203.0.113.1'], 1, 'service_failed'],
    [args('file'), 1, 'data_dir_unusable'],
    [args('.'), 1, 'data_dir_unusable'],
  ];
  for (const [given, code, word] of cases) {
    const service = spawnService(given);
    expect([await service.ended, await service.firstLine], given.join(' ')).toEqual([code, null]);
    expect(service.log(), given.join(' ')).toMatch(new RegExp(`^${word}: .+\\n$`));
    expect(service.log()).not.toContain('    at ');
  }
  taken.close();
});

test('a damaged file is named, and only the log of request ids can be done without', async () => {
  const noise = 'this is not a database, and long enough to be looked at'.repeat(100);
  const first = await startedService(args('damaged'));
  const ann = await visitor(first.url).agent('Ann');
  first.child.kill();
  await first.ended;
  const end = async () => {
    const service = spawnService(args('damaged'));
    expect(await service.ended).toBe(1);
    return service.log();
  };
  const at = (name: string) => join(dir, 'damaged', name);
  await writeFile(at('replay.db'), noise);
  expect(await end()).toMatch(/^data_dir_unusable: .*replay\.db: file is not a database\n$/);
  await rm(at('replay.db'));
  const list = { method: 'GET', target: '/api/v1/protocols' };
  const early = ann.headers(list);
  const again = await startedService(args('damaged'));
  const answer = await sendRequest(again.url, { ...list, headers: early });
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'stale_timestamp']);
  again.child.kill();
  await again.ended;
  await rm(at('community.db-wal'), { force: true });
  await writeFile(at('community.db'), noise);
  expect(await end()).toMatch(/^data_dir_unusable: .*community\.db: file is not a database\n$/);
});

// Root may write everywhere, so it becomes nobody; which must be able to read this checkout.
const someone = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const reads = ['-e', "require('node:fs').readFileSync('service/main.ts')"];
const canRead = spawnSync(process.execPath, reads, someone).status === 0;

test.skipIf(!canRead)('a data directory without the right to write is unusable', async () => {
  const open = await mkdtemp(join(tmpdir(), 'parlor-closed-'));
  const closed = join(open, 'data');
  try {
    await chmod(open, 0o755);
    await mkdir(closed);
    if (someone.uid) await chown(closed, someone.uid, someone.gid);
    const flags = ['--data-dir', closed, '--exit-with-parent'];
    const first = spawnService(flags, { options: someone });
    expect(await first.firstLine).toContain('listening');
    first.child.kill();
    await first.ended;
    for (const [path, mode] of [
      [closed, 0o500],
      [join(closed, 'community.db'), 0o400],
      [closed, 0o700],
      [closed, 0o000],
    ] as const) {
      await chmod(path, mode);
      const service = spawnService(flags, { options: someone });
      expect([await service.ended, await service.firstLine]).toEqual([1, null]);
      expect(service.log()).toMatch(/^data_dir_unusable: [^\n]+\n$/);
    }
  } finally {
    await chmod(closed, 0o700);
    await rm(open, { recursive: true, force: true });
  }
});

test('data of a newer Parlor is left alone', async () => {
  const first = await startedService(args('newer'));
  first.child.kill();
  await first.ended;
  const db = new DatabaseSync(join(dir, 'newer', 'community.db'));
  db.exec("INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01T00:00:00.000Z')");
  db.close();
  const service = spawnService(args('newer'));
  expect(await service.ended).toBe(1);
  expect(service.log()).toBe('data_dir_unusable: The community data was written by a newer Parlor.\n');
});
