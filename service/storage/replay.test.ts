import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestCommunity } from '../testing/community.ts';
import { openReplayLog } from './replay.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-replay-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const key = (n: number) => n.toString(16).padStart(64, '0');

test('rows are kept for 660 seconds', () => {
  const log = openReplayLog(join(dir, 'age.db'), 'boot', 0);
  expect(log.use(key(1), 'a', true, 1000)).toBe(true);
  expect(log.use(key(1), 'b', true, 1001)).toBe(true);
  expect(log.use(key(2), 'a', true, 1001)).toBe(true);
  log.sweep(661_000);
  expect(log.use(key(1), 'a', true, 661_000)).toBe(false);
  log.sweep(661_001);
  expect(log.use(key(1), 'a', true, 661_001)).toBe(true);
  expect(log.use(key(1), 'b', true, 661_001)).toBe(false);
  log.close();
});

test('a sweep takes a bounded number of rows', () => {
  const log = openReplayLog(join(dir, 'many.db'), 'boot', 0);
  for (let i = 0; i < 12_000; i += 1) log.use(key(i), 'a', true, i);
  const rows = () => {
    const db = new DatabaseSync(join(dir, 'many.db'), { readOnly: true });
    const { count } = db.prepare('SELECT count(*) AS count FROM used').get() as { count: number };
    db.close();
    return count;
  };
  const left = [12_000, 7000, 2000, 0];
  for (const count of left) {
    expect(rows()).toBe(count);
    log.sweep(1_000_000);
  }
  log.close();
});

test('keys without registration share 10,000 rows, the oldest give way, and take none of the others', () => {
  const log = openReplayLog(join(dir, 'strangers.db'), 'boot', 0);
  expect(log.use(key(0), 'mine', true, 0)).toBe(true);
  for (let i = 1; i <= 10_000; i += 1) log.use(key(i), 'a', false, i);
  expect(log.use(key(1), 'a', false, 20_000)).toBe(false);
  expect(log.use(key(10_001), 'a', false, 20_000)).toBe(true);
  expect(log.use(key(2), 'a', false, 20_000)).toBe(false);
  expect(log.use(key(1), 'a', true, 20_000)).toBe(true);
  expect(log.use(key(0), 'mine', true, 20_000)).toBe(false);
  log.close();
});

test('only a start after a loss of power moves the fence', () => {
  const path = join(dir, 'fence.db');
  const start = (boot: string | null, now: number) => openReplayLog(path, boot, now);
  const first = start('one', 1000);
  expect(first.refusesBefore).toBe(0);
  // Killed: its run stays. The same boot still has everything it wrote.
  const afterKill = start('one', 2000);
  expect(afterKill.refusesBefore).toBe(0);
  const afterPowerCut = start('two', 3000);
  expect(afterPowerCut.refusesBefore).toBe(3000);
  afterPowerCut.close();
  // A clean end needs no new fence, on whatever boot.
  const later = start('three', 4000);
  expect(later.refusesBefore).toBe(3000);
  expect(start(null, 5000).refusesBefore).toBe(5000);
  expect(start(null, 6000).refusesBefore).toBe(6000);
});

test('after a loss of power requests stamped before the start are refused', async () => {
  const community = await TestCommunity.start();
  try {
    await community.stop();
    await community.start({ bootId: 'before' });
    const ann = await community.agent('Ann');
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const before = ann.headers(list);
    // The same files under a service that never ended, as after a cut.
    const db = new DatabaseSync(join(community.dataDir, 'replay.db'));
    const run = db.prepare('SELECT * FROM run').get()!;
    await community.stop();
    db.prepare('INSERT INTO run VALUES (?, ?)').run(run.number!, run.boot_id!);
    db.close();
    community.later(2);
    await community.start({ bootId: 'after' });
    expect(await ann.send({ ...list, headers: before })).toMatchObject({
      status: 401,
      code: 'stale_timestamp',
      body: { server_time: new Date(community.now).toISOString() },
    });
    expect((await ann.send(list)).status).toBe(200);
  } finally {
    await community.dispose();
  }
});
