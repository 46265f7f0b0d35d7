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

/** By the clock that nobody sets. */
let elapsed = 0;
const openLog = (name: string) =>
  openReplayLog(join(dir, name), { bootId: 'boot', now: 0, elapsed: () => elapsed, inhabited: false });

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
  elapsed = 0;
  const log = openLog('age.db');
  const use = (id: string, at: number) => {
    elapsed = at;
    return log.use(key(1), id, true);
  };
  // Early and late in one turn, and what comes between.
  expect(await use('a', 0)).toBe(true);
  expect(await use('b', 659_999)).toBe(true);
  expect(await use('a', 659_999)).toBe(false);
  expect(await use('c', 660_000)).toBe(true);
  expect(await use('b', 1_319_998)).toBe(false);
  expect(await use('c', 1_319_999)).toBe(false);
  // The turn of the first table comes again.
  expect(await use('b', 1_320_000)).toBe(true);
  expect(await use('c', 1_979_999)).toBe(false);
  expect(rows('age.db')).toBe(2);
  log.close();
});

test('what nobody asks about is forgotten too', async () => {
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

test('two processes on one file never both take an id, also around a turn', async () => {
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
  // What came in the last turn, and nothing from before it.
  expect(rows('two.db')).toBeLessThanOrEqual(2 * 22);
  one.close();
  two.close();
});

test('a start takes no turn before it saw a whole one', async () => {
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

test('keys without registration share 10,000 rows, the oldest give way, and take none of the others', async () => {
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

test('only a start after a loss of power refuses what was stamped before it', () => {
  let elapsed = 0;
  const start = (bootId: string | null, now: number) =>
    openReplayLog(join(dir, 'loss.db'), { bootId, now, elapsed: () => elapsed, inhabited: false });
  const t = 1_000_000_000;
  expect(start('one', t).isLost(t - 1, t)).toBe(false);
  // Killed: its run stays. The same boot still has everything it wrote.
  expect(start('one', t).isLost(t - 1, t)).toBe(false);
  const afterCut = start('two', t);
  expect([t - 1, t].map((stamp) => afterCut.isLost(stamp, t))).toEqual([true, false]);
  elapsed += 5000;
  expect([t - 1, t].map((stamp) => afterCut.isLost(stamp, t + 5000))).toEqual([true, false]);
  // The clock is put right by a day, one way and the other: the start moves with it.
  for (const day of [-86_400_000, 86_400_000]) {
    const now = t + day + 5000;
    expect([now - 5001, now - 5000].map((stamp) => afterCut.isLost(stamp, now))).toEqual([true, false]);
  }
  afterCut.close();
  // A second start does not forget it while it matters.
  const soon = start('two', t + 659_999);
  expect(soon.isLost(t + 659_998, t + 659_999)).toBe(true);
  soon.close();
  const later = start('three', t + 660_000);
  expect(later.isLost(t, t + 660_000)).toBe(false);
  later.close();
  // Where boots have no names, every unclean end counts.
  expect(start(null, 2 * t).isLost(2 * t - 1, 2 * t)).toBe(false);
  expect(start(null, 3 * t).isLost(3 * t - 1, 3 * t)).toBe(true);
});

test('a file that is new beside agents has lost what they used', () => {
  const start = (name: string, inhabited: boolean) =>
    openReplayLog(join(dir, name), { bootId: 'boot', now: 5000, elapsed: () => 0, inhabited });
  const lost = start('removed.db', true);
  expect([lost.isLost(4999, 5000), lost.isLost(5000, 5000)]).toEqual([true, false]);
  lost.close();
  // The first start of all, before and after somebody moved in.
  const first = start('first.db', false);
  expect(first.isLost(4999, 5000)).toBe(false);
  first.close();
  const second = start('first.db', true);
  expect(second.isLost(4999, 5000)).toBe(false);
  second.close();
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
