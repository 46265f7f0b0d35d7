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

/** Rows of both tables. */
function rows(name: string): number {
  const db = new DatabaseSync(join(dir, name), { readOnly: true });
  const { count } = db
    .prepare('SELECT (SELECT count(*) FROM used_even) + (SELECT count(*) FROM used_odd) AS count')
    .get() as { count: number };
  db.close();
  return count;
}

test('a used id is known for at least 660 seconds, and not for ever', async () => {
  const log = openReplayLog(join(dir, 'age.db'), 'boot', 0);
  // Early and late in one epoch, and what comes between.
  expect(await log.use(key(1), 'a', true, 660_000)).toBe(true);
  expect(await log.use(key(1), 'b', true, 1_319_999)).toBe(true);
  expect(await log.use(key(2), 'a', true, 1_319_999)).toBe(true);
  expect(await log.use(key(1), 'a', true, 1_320_000)).toBe(false);
  expect(await log.use(key(1), 'b', true, 1_979_999)).toBe(false);
  // The turn of the first table comes again.
  expect(await log.use(key(1), 'b', true, 1_980_000)).toBe(true);
  expect(rows('age.db')).toBe(1);
  log.close();
});

test('after a long silence everything is forgotten', async () => {
  const log = openReplayLog(join(dir, 'silence.db'), 'boot', 0);
  await log.use(key(1), 'a', true, 660_000);
  await log.use(key(1), 'b', true, 1_320_000);
  log.sweep(99_999_999);
  expect(rows('silence.db')).toBe(0);
  log.close();
});

test('two processes on one file never both take an id, also around a turn', async () => {
  const one = openReplayLog(join(dir, 'two.db'), 'boot', 0);
  const two = openReplayLog(join(dir, 'two.db'), 'boot', 0);
  for (let now = 600_000; now < 4_000_000; now += 30_000) {
    const first = now % 60_000 === 0 ? one : two;
    const id = String(now);
    expect(await first.use(key(1), id, true, now)).toBe(true);
    for (const late of [0, 10_000, 300_000]) {
      expect(await one.use(key(1), id, true, now + late)).toBe(false);
      expect(await two.use(key(1), id, true, now + late)).toBe(false);
    }
  }
  // A clock set back forgets nothing.
  expect(await one.use(key(1), 'back', true, 4_000_000)).toBe(true);
  expect(await one.use(key(1), 'back', true, 3_000_000)).toBe(false);
  expect(await two.use(key(1), 'back', true, 4_000_000)).toBe(false);
  one.close();
  two.close();
});

test('keys without registration share 10,000 rows, the oldest give way, and take none of the others', async () => {
  const log = openReplayLog(join(dir, 'strangers.db'), 'boot', 0);
  expect(await log.use(key(0), 'mine', true, 0)).toBe(true);
  await Promise.all(Array.from({ length: 10_000 }, (_, i) => log.use(key(i + 1), 'a', false, i + 1)));
  expect(await log.use(key(1), 'a', false, 20_000)).toBe(false);
  expect(await log.use(key(10_001), 'a', false, 20_000)).toBe(true);
  expect(await log.use(key(2), 'a', false, 20_000)).toBe(false);
  expect(await log.use(key(1), 'a', true, 20_000)).toBe(true);
  expect(await log.use(key(0), 'mine', true, 20_000)).toBe(false);
  expect(rows('strangers.db')).toBe(10_002);
  log.close();
});

test('only a start after a loss of power moves the fence', async () => {
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
