import { join } from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { EventReader, type StreamEvent } from '../../shared/community/server-sent-events.ts';
import { Conditions } from '../../shared/testing/conditions.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { serviceConfig } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { TestAgent, type TestCommunity } from '../testing/community.ts';
import { Listener } from '../testing/events.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { remoteCommunity, startService } from '../testing/process.ts';
import { createEventFeed, type FeedOptions } from './feed.ts';
import { recordEvent } from './record.ts';
import { createEventStore, type EventStore } from './store.ts';

const server = postgresUrl();
const createDatabase = () => (server === null ? null : TestDatabase.create(server));

const dir = temporaryFolder();
let database: TestDatabase | null;
let storage: Storage;
let store: EventStore;
beforeAll(async () => {
  database = await createDatabase();
  const config = serviceConfig({ dataDir: join(dir, 'own'), databaseUrl: database?.url ?? null });
  const onError = (error: unknown) => {
    throw error;
  };
  storage = await openStorage(config, { bootId: null, now: Date.now(), elapsed: Date.now, onError });
  store = createEventStore(storage.db, storage.committed);
});
afterAll(async () => {
  await storage.close();
  await database?.drop();
});

const failures = { failed: () => {} };
const never = 1_000_000;
const feedOf = (pace: Partial<FeedOptions> = {}, on = store) =>
  createEventFeed(on, failures, { pollInterval: never, heartbeatInterval: never, ...pace });

/** An in-memory client of a stream. */
class Reader implements EventStreamWriter {
  bufferedBytes = 0;
  text = '';
  wasCut = false;
  #closeListeners: (() => void)[] = [];
  readonly #conditions = new Conditions();

  write(text: string): void {
    this.text += text;
    this.#conditions.check();
  }
  async whenDrained(): Promise<void> {}
  destroy(): void {
    this.wasCut = true;
    this.#conditions.check();
  }
  onClose(call: () => void): void {
    this.#closeListeners.push(call);
  }
  disconnect(): void {
    for (const call of this.#closeListeners) call();
  }
  get events(): StreamEvent[] {
    return new EventReader(never).read(this.text);
  }
  get ids(): number[] {
    return this.events.filter(({ event }) => event === 'message_received').map(({ data }) => JSON.parse(data).id);
  }
  until(condition: () => boolean): Promise<void> {
    return this.#conditions.until(condition);
  }
}

const readers = new Set<Reader>();
afterEach(() => {
  for (const reader of readers) reader.disconnect();
  readers.clear();
});
async function listen(feed: ReturnType<typeof feedOf>, agent_id: number, after: string | null = null): Promise<Reader> {
  const reader = new Reader();
  readers.add(reader);
  const [tx, event_id] = (after ?? '0-0').split('-').map(Number) as [number, number];
  (await feed.stream(agent_id, after === null ? null : { tx, event_id }))(reader);
  return reader;
}

let lastId = 0;
/** `at`: Unix milliseconds, by default long expired. */
const write = (agents: number[] | 'everyone', { fail = false, at = 1 } = {}) => {
  lastId += 1;
  const id = lastId;
  return storage.transaction(async (db) => {
    await recordEvent(db, { type: 'message_received', id }, agents, at);
    if (fail) throw new Error('rolled back');
    return id;
  });
};

/** Writes events in one transaction; resolves with their ids. */
const writeMany = (count: number, agentsOf: (index: number) => number[] | 'everyone') =>
  storage.transaction(async (db) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      lastId += 1;
      ids.push(lastId);
      await recordEvent(db, { type: 'message_received', id: lastId }, agentsOf(index), 1);
    }
    return ids;
  });

test('sends no events for transactions that are rolled back', async () => {
  const feed = feedOf();
  const reader = await listen(feed, 1);
  const first = await write([1]);
  await expect(write([1], { fail: true })).rejects.toThrow('rolled back');
  const last = await write('everyone');
  feed.poll();
  await reader.until(() => reader.ids.length === 2);
  expect(reader.ids).toEqual([first, last]);
});

test.skipIf(server === null)('does not skip events of a transaction that commits late', async () => {
  const feed = feedOf();
  const reader = await listen(feed, 1);
  const recorded = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const early = 1_000_000;
  const slow = storage.transaction(async (db) => {
    await recordEvent(db, { type: 'message_received', id: early }, [1], 1);
    recorded.resolve();
    await release.promise;
  });
  await recorded.promise;
  const late = await write([1]);
  feed.poll();
  await feed.whenIdle();
  expect(reader.ids).toEqual([]);
  release.resolve();
  await slow;
  feed.poll();
  await reader.until(() => reader.ids.length === 2);
  expect(reader.ids).toEqual([early, late]);
});

test('sends a reconnecting client all missed events in order', async () => {
  const feed = feedOf();
  const first = await listen(feed, 1);
  const position = first.events[0]!.id;
  const expected: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const ids = await writeMany(100, (n) => (n % 3 === 0 ? [2] : n % 3 === 1 ? [1] : 'everyone'));
    expected.push(...ids.filter((_, n) => n % 3 !== 0));
  }
  const back = await listen(feed, 1, position);
  // Another event arrives while the client catches up.
  expected.push(await write([1]));
  feed.poll();
  await first.until(() => first.ids.length === expected.length);
  await back.until(() => back.ids.length >= expected.length);
  expect(first.ids).toEqual(expected);
  expect(back.ids).toEqual(expected);
  // Resuming works from any event.
  const events = back.events;
  for (const at of [1, 2, 250, expected.length - 1]) {
    const again = await listen(feed, 1, events[at]!.id);
    await again.until(() => again.ids.length >= expected.length - at);
    expect(again.ids).toEqual(expected.slice(at));
    again.disconnect();
  }
});

const typesOf = (reader: Reader) => reader.events.map(({ event }) => event);

test('a client that has missed more than it may be sent is told so at once', async () => {
  const feed = feedOf();
  const before = (await listen(feed, 1)).events[0]!.id;
  const missed = await writeMany(limits.events_replayed, (n) => (n % 2 === 0 ? [1] : 'everyone'));
  feed.poll();
  await feed.whenIdle();
  const inTime = await listen(feed, 1, before);
  await inTime.until(() => inTime.ids.length === missed.length);
  expect(inTime.ids).toEqual(missed);

  await write([1]);
  feed.poll();
  await feed.whenIdle();
  const late = await listen(feed, 1, before);
  await late.until(() => late.events.length > 1);
  expect(typesOf(late)).toEqual(['hello', 'reset']);
  const next = await write([1]);
  feed.poll();
  await late.until(() => late.ids.length > 0);
  expect(late.ids).toEqual([next]);
  // From the position of the reset nothing is missing.
  const back = await listen(feed, 1, late.events[1]!.id);
  await back.until(() => back.ids.length > 0);
  expect([typesOf(back), back.ids]).toEqual([['hello', 'message_received'], [next]]);
});

test('a key that reconnects in a loop has a limited number of events read for it', async () => {
  let rowsRead = 0;
  const counted: EventStore = {
    ...store,
    async eventsBetween(...range) {
      const missed = await store.eventsBetween(...range);
      rowsRead += missed.rows.length;
      return missed;
    },
  };
  let now = 0;
  const feed = feedOf({ clock: () => now }, counted);
  const first = await listen(feed, 1);
  const position = first.events[0]!.id;
  await writeMany(limits.events_replayed, () => 'everyone');
  feed.poll();
  await first.until(() => first.ids.length === limits.events_replayed);
  const reopen = async (agent_id: number) => {
    const reader = await listen(feed, agent_id, position);
    await reader.until(() => reader.events.length > 1);
    reader.disconnect();
    return reader.events[1]!.event;
  };
  const firstAnswers: string[] = [];
  for (let i = 0; i < 10; i += 1) firstAnswers.push(await reopen(1));
  expect(new Set(firstAnswers)).toEqual(new Set(['message_received']));
  for (let i = 0; i < 20; i += 1) expect(await reopen(1)).toBe('reset');
  expect(rowsRead).toBe(10 * limits.events_replayed);
  // Others have their own.
  expect(await reopen(2)).toBe('message_received');
  now += 1000;
  expect(await reopen(1)).toBe('message_received');
});

test('of missed events only those of everyone and of the agent are read', async () => {
  const queries: CompiledQuery[] = [];
  const observed = new Proxy(storage.db, {
    get(db, name) {
      if (name === 'executeQuery')
        return (query: CompiledQuery) => {
          queries.push(query);
          return db.executeQuery(query);
        };
      const value: unknown = Reflect.get(db, name, db);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const start = await store.newest();
  await writeMany(3000, () => [999]);
  const mine = await writeMany(4, (n) => (n % 2 === 0 ? [1] : 'everyone'));
  const { rows } = await createEventStore(observed, storage.committed).eventsBetween(start, await store.newest(), 1);
  expect(rows.map(({ data }) => JSON.parse(data).id)).toEqual(mine);
  if (server !== null) await sql`ANALYZE event`.execute(storage.db);
  const explain = server === null ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)';
  for (const query of queries.filter((each) => each.sql.includes('for_agent_id'))) {
    const plan = await storage.db.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
    const text = JSON.stringify(plan.rows);
    expect(text).toMatch(/event_audience/);
    expect(text).not.toMatch(/TEMP B-TREE|Removed by Filter|Seq Scan/);
  }
});

test('does not query the database without listeners', async () => {
  let queries = 0;
  const counted: EventStore = {
    ...store,
    eventsAfter: (position) => {
      queries += 1;
      return store.eventsAfter(position);
    },
  };
  const feed = feedOf({ pollInterval: 1 }, counted);
  feed.poll();
  await feed.whenIdle();
  expect(queries).toBe(0);
  const reader = await listen(feed, 1);
  await write([1]);
  await reader.until(() => reader.ids.length === 1);
  reader.disconnect();
  await feed.whenIdle();
  const before = queries;
  feed.poll();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(queries).toBe(before);
  // Polling starts again with the next listener.
  const next = await listen(feed, 1);
  const id = await write([1]);
  await next.until(() => next.ids.length === 1);
  expect(next.ids).toEqual([id]);
});

test('sends heartbeats to all listeners', async () => {
  const feed = feedOf({ heartbeatInterval: 1 });
  const reader = await listen(feed, 1);
  await reader.until(() => reader.text.endsWith(':\n\n:\n\n'));
  expect(reader.events).toHaveLength(1);
});

test('limits the number of streams per process', async () => {
  const feed = feedOf({ maxStreams: 3 });
  const [first] = [await listen(feed, 1), await listen(feed, 2), await listen(feed, 3)];
  await expect(listen(feed, 4)).rejects.toMatchObject({ code: 'service_busy', detail: { retry_after: 5 } });
  first.disconnect();
  await listen(feed, 4);
});

test('writes to many listeners in several turns, each event once to whom it concerns', async () => {
  const feed = feedOf({ maxStreams: 1201 });
  const listening: Reader[] = [];
  for (let agent_id = 0; agent_id < 1201; agent_id += 1) listening.push(await listen(feed, agent_id));
  expect(feed.streamCount()).toBe(1201);
  const toAll = await write('everyone');
  const toOne = await write([7]);
  const toAllAgain = await write('everyone');
  feed.poll();
  await Promise.all(listening.map((reader) => reader.until(() => reader.ids.includes(toAllAgain))));
  for (const [index, { ids }] of listening.entries())
    expect(ids).toEqual(index === 7 ? [toAll, toOne, toAllAgain] : [toAll, toAllAgain]);
});

test('disconnects only a listener whose buffer is too large', async () => {
  let dropped = 0;
  const feed = feedOf({
    onDropped: () => {
      dropped += 1;
    },
  });
  const [full, other] = [await listen(feed, 1), await listen(feed, 2)];
  full.bufferedBytes = 256 * 1024;
  await write('everyone');
  feed.poll();
  await other.until(() => other.ids.length === 1);
  expect([full.wasCut, full.ids.length]).toEqual([false, 1]);
  full.bufferedBytes += 1;
  await write('everyone');
  await write('everyone');
  feed.poll();
  await other.until(() => other.ids.length === 3);
  expect([full.wasCut, other.wasCut, dropped]).toEqual([true, false, 1]);
});

test('disconnects a client that does not read what it missed', async () => {
  let dropped = 0;
  const onDropped = () => {
    dropped += 1;
  };
  const [start, feed] = [await store.newest(), feedOf({ heartbeatInterval: 1, onDropped })];
  await write([1]);
  const stalled = new Reader();
  stalled.whenDrained = () => new Promise(() => {});
  readers.add(stalled);
  (await feed.stream(1, start))(stalled);
  const steady = await listen(feed, 1, `${start.tx}-${start.event_id}`);
  await Promise.all([stalled.until(() => stalled.wasCut), steady.until(() => steady.ids.length > 0)]);
  expect([stalled.ids.length, steady.ids.length, steady.wasCut, dropped]).toEqual([1, 1, false, 1]);
});

test('closes streams when events cannot be read or have been deleted', async () => {
  const feed = feedOf({}, { ...store, eventsAfter: () => Promise.reject(new Error('gone')) });
  const reader = await listen(feed, 1);
  feed.poll();
  await reader.until(() => reader.wasCut);

  const next = feedOf();
  await write([1]);
  const late = await listen(next, 1);
  await write([1]);
  await write([1]);
  // By this clock, all but the newest event have expired.
  await store.sweep(Date.now());
  next.poll();
  await late.until(() => late.wasCut);
});

test('a client that has received the newest event misses nothing after an hour without events', async () => {
  const feed = feedOf();
  await write([1]);
  const connected = await listen(feed, 1);
  const position = connected.events[0]!.id;
  const next = await write([1], { at: Date.now() });
  // Runs every second: also between the write and the feed's query, or the client's next connection.
  await store.sweep(Date.now());
  feed.poll();
  await connected.until(() => connected.wasCut || connected.ids.length === 1);
  expect([connected.wasCut, connected.ids]).toEqual([false, [next]]);
  const back = await listen(feed, 1, position);
  await back.until(() => back.events.length === 2);
  expect([back.events[1]!.event, back.ids]).toEqual(['message_received', [next]]);
});

test('a client that switches between two processes on one database misses nothing', async () => {
  const shared = await createDatabase();
  const data = shared ? ['--database-url', shared.url] : ['--data-dir', join(dir, 'shared')];
  const args = ['--host', '127.0.0.1', '--port', '0', ...data, '--difficulty', '0', '--exit-with-parent'];
  const services = [await startService(args), await startService(args)];
  const [first, second] = services.map(({ url }) => remoteCommunity(url)) as [TestCommunity, TestCommunity];
  const reader = await first.agent('Reader');
  const writers = [await first.agent('Ann'), await first.agent('Bob')];
  const elsewhere = new TestAgent(second, (await first.agent('Cid')).seed);

  const uninterrupted = await Listener.open(reader);
  await uninterrupted.until((events) => events.length === 1);
  const posts = isLongRun ? 40 : 15;
  const done = Promise.all(
    [...writers, elsewhere].map(async (agent) => {
      for (let i = 0; i < posts; i += 1) {
        const body = agent.invitation('a'.repeat(64));
        const { status } = await agent.call('POST /api/v1/invitations', { body });
        expect(status).toBe(201);
      }
    }),
  );

  const seen: string[] = [];
  let position = uninterrupted.received[0]!.id;
  for (let turn = 0; seen.length < 3 * posts; turn += 1) {
    const listener = await Listener.open(reader, position, services[turn % 2]!.url);
    const count = Math.min(1 + (turn % 7), 3 * posts - seen.length);
    await listener.until((events) => events.length > count);
    // The stream may be cut in the middle of an event; incomplete events are sent again.
    listener.close();
    expect(listener.types).not.toContain('reset');
    seen.push(...listener.received.slice(1).map(({ id }) => id));
    position = listener.received.at(-1)!.id;
  }
  await done;
  await uninterrupted.until((events) => events.length === 3 * posts + 1);
  expect(seen).toEqual(uninterrupted.received.slice(1).map(({ id }) => id));
  expect(new Set(seen).size).toBe(3 * posts);
  uninterrupted.close();
  for (const { child, ended } of services) {
    child.kill();
    expect(await ended).toBe(0);
  }
  await shared?.drop();
});
