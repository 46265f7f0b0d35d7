/** A later version migrates the database of processes that go on writing. */
import { expect, test } from 'vitest';
import { TestCommunity } from '../testing/community.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { laterVersion, remoteCommunity, spawnService, startService } from '../testing/process.ts';
import { RandomLoad } from '../testing/random-load.ts';

test('older processes lose no write and answer with no failure while a later version migrates', async () => {
  const database = await TestDatabase.create(postgresUrl()!);
  const flags = ['--host', '127.0.0.1', '--port', '0', '--difficulty', '0', '--exit-with-parent'];
  const args = [...flags, '--database-url', database.url];
  const older = await Promise.all([startService(args), startService(args)]);
  const load = new RandomLoad(
    older.map(({ url }) => remoteCommunity(url)),
    87,
    // Waiting statements, and requests for which these leave no connection.
    ['service_busy', 'database_unavailable'],
  );
  let isDone = false;
  const running = load.run(8, () => isDone);
  const calls = async (count: number) => expect.poll(() => load.calls, { interval: 50 }).toBeGreaterThan(count);
  await calls(100);
  // They migrate one after the other.
  const later = await Promise.all([startService(args, laterVersion), startService(args, laterVersion)]);
  // Those of before the migration know the tables as they were.
  await calls(load.calls + 100);
  load.communities = [...older, ...later].map(({ url }) => remoteCommunity(url));
  await calls(load.calls + 100);
  isDone = true;
  await running;
  const stored = new TestCommunity('', {}, database);
  expect(await load.check(stored)).toEqual([]);
  expect(await stored.sql`SELECT name FROM kysely_migration WHERE name = '999-later-version'`).toHaveLength(1);

  const late = spawnService(args);
  expect(await late.ended).not.toBe(0);
  expect(late.log()).toContain('written by a newer Parlor');
  for (const { child, ended, log } of [...older, ...later]) {
    child.kill();
    expect(await ended).toBe(0);
    // The sweep of this moment may have waited too long.
    expect(log()).not.toMatch(/unhandled/i);
  }
  await database.drop();
});
