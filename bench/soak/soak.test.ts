import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { checkLogs, checkSettledRecords } from './invariants.ts';
import { growthOf, slopeOf } from './memory-growth.ts';
import { createSchedule } from './schedule.ts';
import { runSoak } from './soak.ts';

const options = { seed: 3, durationMs: 600_000, meanGapMs: 6_000, processes: 4 };

test('schedules the same faults for the same seed, and different ones for another seed', () => {
  const schedule = createSchedule(options);
  expect(createSchedule(options)).toEqual(schedule);
  expect(createSchedule({ ...options, seed: 4 })).not.toEqual(schedule);
});

test('schedules faults of every kind, in order and within the time', () => {
  const schedule = createSchedule(options);
  expect(new Set(schedule.map(({ kind }) => kind)).size).toBe(8);
  const times = schedule.map(({ atMs }) => atMs);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBeLessThan(options.durationMs);
  expect(schedule.length).toBeGreaterThan(50);
  for (const fault of schedule) if ('process' in fault) expect([0, 1, 2, 3]).toContain(fault.process);
});

test('distinguishes growth from garbage that comes and goes', () => {
  const samples = (memory: (at: number) => number) =>
    Array.from({ length: 120 }, (_, at) => ({ atMs: at * 1_000, memory: memory(at) }));
  const garbage = (at: number) => (at * 7) % 30;
  expect(growthOf(samples((at) => 200 + garbage(at)))).toBeLessThan(3);
  expect(growthOf(samples((at) => 200 + garbage(at) + at))).toBeGreaterThan(60);
  expect(slopeOf(samples((at) => 200 + at))).toBeCloseTo(60);
  expect(growthOf([])).toBe(0);
  expect(slopeOf([])).toBe(0);
});

test('finds unhandled errors and unclosed files in a log', () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'a.log'), '{"level":40}\n');
  expect(checkLogs(dir).violations).toEqual([]);
  writeFileSync(join(dir, 'b.log'), 'Uncaught Error: x\n');
  const unclosed = '(node:1) Warning: Closing file descriptor 9 on garbage collection';
  writeFileSync(join(dir, 'c.log'), `${unclosed}\n`);
  expect(checkLogs(dir).violations).toEqual(['b.log: Uncaught Error: x', `c.log: ${unclosed}`]);
});

test.runIf(isLongRun && process.platform === 'linux')(
  'a short soak violates no invariant, and falsified data is detected afterwards',
  { timeout: 600_000 },
  async () => {
    const dir = join(temporaryFolder(), 'soak');
    const { games, faults, invariants } = await runSoak({
      dir,
      minutes: 0.5,
      // Its faults include two kills.
      seed: 27,
      agents: 6,
      tables: 2,
      faultSeconds: 4,
      postgres: false,
      report: () => {},
    });
    // The run is too short to show growth.
    const held = invariants.filter(({ name }) => name !== 'memory does not grow');
    expect(held.flatMap(({ violations }) => violations)).toEqual([]);
    expect(faults['kill service'] ?? 0).toBeGreaterThan(0);
    expect(faults['kill players'] ?? 0).toBeGreaterThan(0);
    expect(games.finished).toBeGreaterThan(0);

    const community = new TestCommunity(join(dir, 'community'), {});
    expect((await checkSettledRecords(community, dir)).violations).toEqual([]);
    // A result that neither side recorded.
    const file = new DatabaseSync(join(community.dataDir, 'community.db'));
    file.exec(`UPDATE result SET winner = CASE winner WHEN 'host' THEN 'guest' ELSE 'host' END`);
    file.close();
    expect((await checkSettledRecords(community, dir)).violations.join()).toMatch(
      /settled as (host|guest), recorded as/,
    );
    // A record with a missing line.
    const [path] = globSync('agents/*/tables/*/record.jsonl', { cwd: dir });
    const lines = readFileSync(join(dir, path!), 'utf8').split('\n');
    writeFileSync(join(dir, path!), lines.toSpliced(4, 1).join('\n'));
    expect((await checkSettledRecords(community, dir)).violations.join()).toMatch(/chain_broken/);
  },
);
