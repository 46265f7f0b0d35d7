/** Kills copies at chosen and at arbitrary moments. Only in long runs. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestCommunity } from '../testing/community.ts';
import { copyFlags, createDatabase, createUsedCommunity } from '../testing/copy.ts';
import type { TestDatabase } from '../testing/postgres.ts';
import { runService, spawnService } from '../testing/process.ts';

vi.setConfig({ testTimeout: isLongRun ? 3_600_000 : 300_000 });

const dir = temporaryFolder();

/** Adds agents, so that their table takes several batches. */
function addAgents(dataDir: string, count: number): void {
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  file
    .prepare(`INSERT INTO agent SELECT n, printf('%064x', n), 'Agent ' || n, '', n, n FROM (
      WITH RECURSIVE row(n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM row WHERE n < ?) SELECT n FROM row)`)
    .run(count);
  file.close();
}

async function digestsOf(flags: string[]): Promise<unknown> {
  const { code, out, err } = await runService(flags);
  expect([code, err], err).toEqual([0, '']);
  return JSON.parse(out).tables;
}

/** Kills a copy while one of its statements waits for a lock. */
async function killWaiting(flags: string[], database: TestDatabase): Promise<void> {
  const { child, ended } = spawnService(flags);
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parlor copy' AND wait_event_type = 'Lock'`;
  const isWaiting = async () => (await database.query(waiting)).length > 0;
  while (child.exitCode === null && !(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

test.runIf(isLongRun)(
  'a killed copy resumes in either direction, with the result of an uninterrupted one',
  async () => {
    const dataDir = join(dir, 'source');
    await createUsedCommunity(dataDir);
    addAgents(dataDir, 5000);
    const expected = await digestsOf(copyFlags(dataDir, await createDatabase()));

    const database = await createDatabase();
    // The tables already exist, as after the first start of a service.
    const unused = new TestCommunity(join(dir, 'unused'), { databaseUrl: database.url });
    await unused.start();
    await unused.stop();
    await database.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END'`);
    const holder = new Client({ connectionString: database.url });
    // If the test fails, dropping the database ends the connection.
    holder.on('error', () => {});
    await holder.connect();
    // In the middle of the first table, and at the beginning of a later one.
    for (const [table, condition] of [
      ['agent', 'NEW.agent_id = 3000'],
      ['result', 'true'],
    ]) {
      await database.query(
        `CREATE TRIGGER wait BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION wait()`,
      );
      await holder.query('SELECT pg_advisory_lock(42)');
      await killWaiting(copyFlags(dataDir, database), database);
      const [progress] = await database.query('SELECT table_name, last_key FROM copy_progress');
      expect(progress).toMatchObject(table === 'agent' ? { table_name: 'agent', last_key: '[2006]' } : {});
      await holder.query('SELECT pg_advisory_unlock(42)');
      // Waits for the statement of the killed copy.
      await database.query(`DROP TRIGGER wait ON ${table}`);
      const started = await runService(['--port', '0', '--database-url', database.url]);
      expect(started).toMatchObject({ code: 1, err: expect.stringContaining('The copy into') });
    }
    expect(await digestsOf(copyFlags(dataDir, database))).toEqual(expected);

    const back = join(dir, 'back');
    const reverse = [...copyFlags(back, database), '--reverse'];
    await holder.query('BEGIN; LOCK TABLE result IN ACCESS EXCLUSIVE MODE');
    await killWaiting(reverse, database);
    await holder.query('COMMIT');
    const started = await runService(['--port', '0', '--data-dir', back]);
    expect(started).toMatchObject({ code: 1, err: expect.stringContaining('The copy into') });
    await holder.end();
    expect(await digestsOf(reverse)).toEqual(expected);
    expect(await runService(['check', '--data-dir', back])).toMatchObject({ code: 0 });
  },
);

test.runIf(isLongRun)('a copy that is killed repeatedly has the result of an uninterrupted one', async () => {
  const dataDir = join(dir, 'often');
  await createUsedCommunity(dataDir);
  addAgents(dataDir, 200_000);
  const expected = await digestsOf(copyFlags(dataDir, await createDatabase()));
  const database = await createDatabase();
  const back = join(dir, 'often-back');
  for (const flags of [copyFlags(dataDir, database), [...copyFlags(back, database), '--reverse']]) {
    let kills = 0;
    for (let pause = 0; ; pause += 37) {
      const { child, ended } = spawnService(flags);
      // The moments are arbitrary; the last ones come after the copy has ended.
      const timer = setTimeout(() => child.kill('SIGKILL'), 200 + pause);
      const end = await ended;
      clearTimeout(timer);
      if (end !== 'SIGKILL') break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(5);
    expect(await digestsOf(flags)).toEqual(expected);
  }
});
