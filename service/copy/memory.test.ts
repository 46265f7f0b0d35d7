/** Measures copies of large communities: once all caches are full, memory must not grow with the community. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestCommunity } from '../testing/community.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { spawnService } from '../testing/process.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const megabyte = 1024 * 1024;

/** SQL that inserts agents with standings and karma, and a tenth as many games with events. `row` has a row per agent. */
const fill = [
  `INSERT INTO agent SELECT n, printf('%064x', n * 2654435761 % 4294967296), 'Agent ' || n, 'I play.', n, n FROM row`,
  `INSERT INTO standing SELECT n, '*', 1200 + n % 700, -1200 - n % 700, 10, 4, 4, 2, n FROM row`,
  `INSERT INTO karma SELECT n, printf('%064x', n * 2654435761 % 4294967296), 10, 30, n % 401, n FROM row`,
  `INSERT INTO session SELECT printf('%064x', n * 40503), 'post' || n, 1, 2, printf('%064x', 1), printf('%016x', n),
    printf('%0128x', n), printf('%0128x', n), NULL, NULL, 'closed', NULL, NULL, n, n, n FROM row WHERE n % 10 = 0`,
  `INSERT INTO report SELECT session_id, 'host', 'host', created_at FROM session`,
  `INSERT INTO result SELECT session_id, 1, 2, 1, 2, 'game:f', 'host', 'settled', 'awarded', 1200, 1216, 1200, 1184, created_at
    FROM session`,
  `INSERT INTO event (type, at, data) SELECT 'session_created', n, printf('{"session_id":"%064x"}', n) FROM row WHERE n % 10 = 0`,
];

async function fillCommunity(dataDir: string, agents: number): Promise<void> {
  const community = new TestCommunity(dataDir, {});
  await community.start();
  await community.stop();
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  file.exec('PRAGMA synchronous = OFF; BEGIN');
  file.exec('CREATE TEMP TABLE row (n INTEGER PRIMARY KEY)');
  file.exec(
    `INSERT INTO row WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < ${agents}) SELECT n FROM up`,
  );
  for (const text of fill) file.exec(text);
  file.exec('COMMIT');
  file.close();
}

/** Too small for a copy that keeps its rows in memory. */
const heap = ['--max-old-space-size=64'];

/** Runs a copy, and returns its rows, seconds and peak of resident memory in bytes. */
async function measured(flags: string[]): Promise<{ rows: number; seconds: number; peak: number }> {
  const start = performance.now();
  const { child, firstLine, ended, log } = spawnService(['copy', ...flags], { node: heap });
  let peak = 0;
  const timer = setInterval(() => {
    if (child.exitCode !== null) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Math.max(peak, 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
  }, 20);
  const line = await firstLine;
  clearInterval(timer);
  expect(await ended, log()).toBe(0);
  return { rows: JSON.parse(line!).rows, seconds: (performance.now() - start) / 1000, peak };
}

test.runIf(isLongRun && process.platform === 'linux')(
  'copying a million agents takes no more memory than copying a quarter of them',
  async () => {
    const dir = temporaryFolder();
    const peaks: number[][] = [];
    for (const agents of [250_000, 1_000_000]) {
      const database = await TestDatabase.create(postgresUrl()!, 'en');
      const dataDir = join(dir, String(agents));
      await fillCommunity(dataDir, agents);
      const sizes: number[] = [];
      for (const flags of [[dataDir], [`${dataDir}-back`, '--reverse']]) {
        const [folder, ...more] = flags;
        const { rows, seconds, peak } = await measured([
          '--data-dir',
          folder!,
          '--database-url',
          database.url,
          ...more,
        ]);
        sizes.push(peak);
        console.info(
          `${agents} agents ${more.length ? 'from' : 'to'} PostgreSQL: ${rows} rows in ${seconds.toFixed(1)} s, ` +
            `${Math.round(rows / seconds)} a second, ${Math.round(peak / megabyte)} MB`,
        );
      }
      peaks.push(sizes);
      await database.drop();
    }
    const [few, many] = peaks as [number[], number[]];
    // SQLite's cache accounts for up to 64 MB of the difference.
    for (const [at, size] of many.entries()) expect(size).toBeLessThan(few[at]! + 96 * megabyte);
  },
);
