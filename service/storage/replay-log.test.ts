import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestCommunity } from '../testing/community.ts';
import { openReplayLog } from './replay-log.ts';

const dir = temporaryFolder();

const key = (n: number) => n.toString(16).padStart(64, '0');

/** The monotonic clock, in milliseconds. */
let elapsed = 0;
const openLog = (name: string) =>
  openReplayLog(join(dir, name), { bootId: 'boot', now: 0, elapsed: () => elapsed, hasAgents: false });

/** The number of rows in both tables. */
function rows(name: string): number {
  const db = new DatabaseSync(join(dir, name), { readOnly: true });
  const { count } = db
    .prepare('SELECT (SELECT count(*) FROM used_even) + (SELECT count(*) FROM used_odd) AS count')
    .get() as { count: number };
  db.close();
  return count;
}

test('stores a used id for at least 660 seconds and deletes it later', async () => {
  elapsed = 0;
  const log = openLog('age.db');
  const use = (id: string, at: number) => {
    elapsed = at;
    return log.use(key(1), id, true);
  };
  // At the start and at the end of one epoch, and at the start of the next.
  expect(await use('a', 0)).toBe(true);
  expect(await use('b', 659_999)).toBe(true);
  expect(await use('a', 659_999)).toBe(false);
  expect(await use('c', 660_000)).toBe(true);
  expect(await use('b', 1_319_998)).toBe(false);
  expect(await use('c', 1_319_999)).toBe(false);
  // The next epoch reuses the first table.
  expect(await use('b', 1_320_000)).toBe(true);
  expect(await use('c', 1_979_999)).toBe(false);
  expect(rows('age.db')).toBe(2);
  log.close();
});

test('deletes expired ids without requests', async () => {
  elapsed = 0;
  const log = openLog('silence.db');
  await log.use(key(1), 'a', true);
  for (const at of [1_000_000, 1_659_999]) {
    elapsed = at;
    log.sweep();
    expect(rows('silence.db')).toBe(1);
  }
  elapsed = 1_660_000;
  log.sweep();
  expect(rows('silence.db')).toBe(0);
  log.close();
});

test('two processes on one file never both accept an id, even around a new epoch', async () => {
  elapsed = 0;
  const one = openLog('two.db');
  const two = openLog('two.db');
  for (let at = 600_000; at < 4_000_000; at += 30_000) {
    const first = at % 60_000 === 0 ? one : two;
    const id = String(at);
    elapsed = at;
    expect(await first.use(key(1), id, true)).toBe(true);
    for (const late of [0, 10_000, 20_000]) {
      elapsed = at + late;
      expect(await one.use(key(1), id, true)).toBe(false);
      expect(await two.use(key(1), id, true)).toBe(false);
    }
  }
  // Only ids of the last two epochs remain.
  expect(rows('two.db')).toBeLessThanOrEqual(2 * 22);
  one.close();
  two.close();
});

test('starts no new epoch before a full epoch has passed since startup', async () => {
  elapsed = 0;
  const first = openLog('starts.db');
  await first.use(key(1), 'a', true);
  first.close();
  for (let start = 0; start < 5; start += 1) {
    elapsed += 659_999;
    const log = openLog('starts.db');
    expect(await log.use(key(1), 'a', true)).toBe(false);
    log.close();
  }
});

test('unregistered keys share 10,000 rows, which displace no rows of registered keys', async () => {
  const log = openLog('strangers.db');
  expect(await log.use(key(0), 'mine', true)).toBe(true);
  await Promise.all(Array.from({ length: 10_000 }, (_, i) => log.use(key(i + 1), 'a', false)));
  expect(await log.use(key(1), 'a', false)).toBe(false);
  expect(await log.use(key(10_001), 'a', false)).toBe(true);
  expect(await log.use(key(2), 'a', false)).toBe(false);
  expect(await log.use(key(1), 'a', true)).toBe(true);
  expect(await log.use(key(0), 'mine', true)).toBe(false);
  expect(rows('strangers.db')).toBe(10_002);
  log.close();
});

test('rejects earlier timestamps only after a power loss', () => {
  let elapsed = 0;
  const start = (bootId: string | null, now: number) =>
    openReplayLog(join(dir, 'loss.db'), { bootId, now, elapsed: () => elapsed, hasAgents: false });
  const t = 1_000_000_000;
  expect(start('one', t).isLost(t - 1, t)).toBe(false);
  // The first run was killed: it is still recorded, but within the same boot nothing is lost.
  expect(start('one', t).isLost(t - 1, t)).toBe(false);
  const afterCut = start('two', t);
  expect([t - 1, t].map((stamp) => afterCut.isLost(stamp, t))).toEqual([true, false]);
  elapsed += 5000;
  expect([t - 1, t].map((stamp) => afterCut.isLost(stamp, t + 5000))).toEqual([true, false]);
  // The start time follows corrections of the clock in either direction.
  for (const day of [-86_400_000, 86_400_000]) {
    const now = t + day + 5000;
    expect([now - 5001, now - 5000].map((stamp) => afterCut.isLost(stamp, now))).toEqual([true, false]);
  }
  afterCut.close();
  // Further starts within the epoch remember the loss.
  const soon = start('two', t + 659_999);
  expect(soon.isLost(t + 659_998, t + 659_999)).toBe(true);
  soon.close();
  const later = start('three', t + 660_000);
  expect(later.isLost(t, t + 660_000)).toBe(false);
  later.close();
  // Without boot ids, every unclean exit counts as a power loss.
  expect(start(null, 2 * t).isLost(2 * t - 1, 2 * t)).toBe(false);
  expect(start(null, 3 * t).isLost(3 * t - 1, 3 * t)).toBe(true);
});

test('a missing file counts as a loss if there are agents', () => {
  const start = (name: string, hasAgents: boolean) =>
    openReplayLog(join(dir, name), { bootId: 'boot', now: 5000, elapsed: () => 0, hasAgents });
  const lost = start('removed.db', true);
  expect([lost.isLost(4999, 5000), lost.isLost(5000, 5000)]).toEqual([true, false]);
  lost.close();
  // The very first start, before and after the first registration.
  const first = start('first.db', false);
  expect(first.isLost(4999, 5000)).toBe(false);
  first.close();
  const second = start('first.db', true);
  expect(second.isLost(4999, 5000)).toBe(false);
  second.close();
});

test('after a power loss, rejects requests with timestamps before the start', async () => {
  const community = await TestCommunity.start();
  try {
    await community.stop();
    await community.start({ bootId: 'before' });
    const ann = await community.agent('Ann');
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const before = ann.headers(list);
    // Puts the record of the run back, as if the service had not ended cleanly.
    const db = new DatabaseSync(join(community.dataDir, 'replay.db'));
    const run = db.prepare('SELECT * FROM run').get()!;
    await community.stop();
    db.prepare('INSERT INTO run VALUES (?, ?)').run(run.number!, run.boot_id!);
    db.close();
    community.advance(2);
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
