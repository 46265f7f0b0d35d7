import { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Conditions } from '../../shared/testing/conditions.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { PostgresSignals } from './postgres-signals.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await TestDatabase.create(postgresUrl()!);
  pool = new Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** One for each process. `lost` counts the connections that it has lost. */
async function open() {
  const conditions = new Conditions();
  const counts = { events: 0, acts: 0, lost: 0 };
  const count = (name: keyof typeof counts) => () => {
    counts[name] += 1;
    conditions.check();
  };
  const signals = await PostgresSignals.open(database.url, pool, count('lost'));
  onTestFinished(() => signals.close());
  signals.on('events', count('events'));
  signals.on('acts', count('acts'));
  return { signals, counts, until: conditions.until.bind(conditions) };
}

test('a signal reaches the other processes, and not its own', async () => {
  const [first, second] = [await open(), await open()];
  first.signals.send('events');
  await second.until(() => second.counts.events === 1);
  second.signals.send('acts');
  await first.until(() => first.counts.acts === 1);
  expect([first.counts, second.counts]).toEqual([
    { events: 0, acts: 1, lost: 0 },
    { events: 1, acts: 0, lost: 0 },
  ]);
});

test('many commits are one signal, after the last of them', async () => {
  const [first, second] = [await open(), await open()];
  for (let i = 0; i < 1000; i += 1) first.signals.send('events');
  first.signals.send('acts');
  await second.until(() => second.counts.acts === 1);
  expect(second.counts.events).toBe(1);
});

test('a process whose connection was lost looks for what it has missed', async () => {
  const { signals, counts, until } = await open();
  expect(await signals.isSweeper()).toBe(true);
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%parlor sweeper%' AND pid <> pg_backend_pid()",
  );
  await until(() => counts.events === 1);
  expect(counts.lost).toBeGreaterThan(0);
  const other = await open();
  other.signals.send('events');
  await until(() => counts.events === 2);
});

test('one process sweeps, and another one once it has ended', async () => {
  const [first, second] = [await open(), await open()];
  expect([await first.signals.isSweeper(), await second.signals.isSweeper()]).toEqual([true, false]);
  expect(await first.signals.isSweeper()).toBe(true);
  await first.signals.close();
  const third = await open();
  await expect.poll(() => third.signals.isSweeper()).toBe(true);
});
