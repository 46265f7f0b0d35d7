import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { EventReader, type StreamEvent } from '../../shared/community/server-sent-events.ts';
import { long } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { serviceConfig } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { Listener } from '../testing/events.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { startService } from '../testing/process.ts';
import { eventFeed, type FeedOptions } from './feed.ts';
import { recordEvent } from './record.ts';
import { type EventStore, eventStore } from './store.ts';

const server = postgresUrl();
const database = () => (server === null ? null : TestDatabase.create(server));

const dir = temporaryFolder();
let own: TestDatabase | null;
let storage: Storage;
let store: EventStore;
beforeAll(async () => {
  own = await database();
  const config = serviceConfig({ dataDir: join(dir, 'own'), databaseUrl: own?.url ?? null });
  const onError = (error: unknown) => {
    throw error;
  };
  storage = await openStorage(config, { bootId: null, now: Date.now(), elapsed: Date.now, onError });
  store = eventStore(storage.db, storage.committed);
});
afterAll(async () => {
  await storage.close();
  await own?.drop();
});

const silent = pino({ level: 'silent' });
const never = 1_000_000;
const feedOf = (pace: Partial<FeedOptions> = {}, on = store) =>
  eventFeed(on, silent, { pollInterval: never, heartbeatInterval: never, maxStreams: 1000, ...pace });

/** An in-memory client of a stream. */
class Reader implements EventStreamWriter {
  bufferedBytes = 0;
  text = '';
  wasCut = false;
  #gone: (() => void)[] = [];
  #waiters = new Set<() => void>();

  write(text: string): void {
    this.text += text;
    for (const look of this.#waiters) look();
  }
  async drained(): Promise<void> {}
  destroy(): void {
    this.wasCut = true;
    for (const look of this.#waiters) look();
  }
  onClose(call: () => void): void {
    this.#gone.push(call);
  }
  leave(): void {
    for (const call of this.#gone) call();
  }
  get events(): StreamEvent[] {
    return new EventReader(never).read(this.text);
  }
  get ids(): number[] {
    return this.events.filter(({ event }) => event === 'message_received').map(({ data }) => JSON.parse(data).id);
  }
  until(wanted: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => void (wanted() && resolve());
      this.#waiters.add(look);
      look();
    });
  }
}

const readers = new Set<Reader>();
afterEach(() => {
  for (const reader of readers) reader.leave();
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
  await feed.idle();
  expect(reader.ids).toEqual([]);
  release.resolve();
  await slow;
  feed.poll();
  await reader.until(() => reader.ids.length === 2);
  expect(reader.ids).toEqual([early, late]);
});

test('a reconnecting client receives all missed events in order', async () => {
  const feed = feedOf();
  const first = await listen(feed, 1);
  const place = first.events[0]!.id;
  const own: number[] = [];
  for (let i = 0; i < 1300; i += 100) {
    await storage.transaction(async (db) => {
      for (let n = 0; n < 100; n += 1) {
        const to = n % 3 === 0 ? 2 : 1;
        lastId += 1;
        await recordEvent(db, { type: 'message_received', id: lastId }, [to], 1);
        if (to === 1) own.push(lastId);
      }
    });
  }
  const back = await listen(feed, 1, place);
  // Another event arrives while the client catches up.
  own.push(await write([1]));
  feed.poll();
  await first.until(() => first.ids.length === own.length);
  await back.until(() => back.ids.length >= own.length);
  expect(first.ids).toEqual(own);
  expect(back.ids).toEqual(own);
  // Resuming works from any event.
  const events = back.events;
  for (const at of [1, 2, 499, 500, 501, own.length - 1]) {
    const again = await listen(feed, 1, events[at]!.id);
    await again.until(() => again.ids.length >= own.length - at);
    expect(again.ids).toEqual(own.slice(at));
    again.leave();
  }
});

test('does not query the database without listeners', async () => {
  let queries = 0;
  const counted: EventStore = {
    ...store,
    after: (place) => {
      queries += 1;
      return store.after(place);
    },
  };
  const feed = feedOf({ pollInterval: 1 }, counted);
  feed.poll();
  await feed.idle();
  expect(queries).toBe(0);
  const reader = await listen(feed, 1);
  await write([1]);
  await reader.until(() => reader.ids.length === 1);
  reader.leave();
  await feed.idle();
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
  first.leave();
  await listen(feed, 4);
});

test('disconnects only a listener whose buffer is too large', async () => {
  const feed = feedOf();
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
  expect([full.wasCut, other.wasCut]).toEqual([true, false]);
});

test('closes streams when events cannot be read or are lost', async () => {
  const feed = feedOf({}, { ...store, after: () => Promise.reject(new Error('gone')) });
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

test('a client that saw the last event before a quiet hour misses none when the next one is written', async () => {
  const feed = feedOf();
  await write([1]);
  const connected = await listen(feed, 1);
  const place = connected.events[0]!.id;
  const next = await write([1], { at: Date.now() });
  // Runs every second: also between the write and the feed's query, or the client's next connection.
  await store.sweep(Date.now());
  feed.poll();
  await connected.until(() => connected.wasCut || connected.ids.length === 1);
  expect([connected.wasCut, connected.ids]).toEqual([false, [next]]);
  const back = await listen(feed, 1, place);
  await back.until(() => back.events.length === 2);
  expect([back.events[1]!.event, back.ids]).toEqual(['message_received', [next]]);
});

test('a client can switch between two processes on one database without missing events', async () => {
  const shared = await database();
  const data = shared ? ['--database-url', shared.url] : ['--data-dir', join(dir, 'shared')];
  const args = ['--host', '127.0.0.1', '--port', '0', ...data, '--difficulty', '0', '--exit-with-parent'];
  const services = [await startService(args), await startService(args)];
  const communities = services.map(({ url }) => {
    const community = new TestCommunity('', {});
    community.url = url;
    community.now = Date.now();
    return community;
  }) as [TestCommunity, TestCommunity];
  const [one, two] = communities;
  const reader = await one.agent('Reader');
  const writers = [await one.agent('Ann'), await one.agent('Bob')];
  const elsewhere = new TestAgent(two, (await one.agent('Cid')).seed);

  const through = await Listener.open(reader);
  await through.until((events) => events.length === 1);
  const posts = long ? 40 : 15;
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
  let place = through.received[0]!.id;
  for (let turn = 0; seen.length < 3 * posts; turn += 1) {
    const listener = await Listener.open(reader, place, services[turn % 2]!.url);
    const wanted = Math.min(1 + (turn % 7), 3 * posts - seen.length);
    await listener.until((events) => events.length > wanted);
    // The stream may be cut in the middle of an event; incomplete events are sent again.
    listener.close();
    expect(listener.types).not.toContain('reset');
    seen.push(...listener.received.slice(1).map(({ id }) => id));
    place = listener.received.at(-1)!.id;
  }
  await done;
  await through.until((events) => events.length === 3 * posts + 1);
  expect(seen).toEqual(through.received.slice(1).map(({ id }) => id));
  expect(new Set(seen).size).toBe(3 * posts);
  through.close();
  for (const { child, ended } of services) {
    child.kill();
    expect(await ended).toBe(0);
  }
  await shared?.drop();
});
