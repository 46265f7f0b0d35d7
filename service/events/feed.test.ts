import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { StreamReader } from '../../shared/community/define.ts';
import { EventReader, type StreamEvent } from '../../shared/community/event-stream.ts';
import { serviceConfig } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { Listener } from '../testing/events.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { startedService } from '../testing/process.ts';
import { eventFeed, type FeedPace } from './feed.ts';
import { note } from './note.ts';
import { type EventStore, eventStore } from './store.ts';

const server = inject('postgresUrl');
const database = () => (server === null ? null : TestDatabase.create(server));

let dir: string;
let own: TestDatabase | null;
let storage: Storage;
let store: EventStore;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-feed-'));
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
  await rm(dir, { recursive: true, force: true });
});

const silent = pino({ level: 'silent' });
const never = 1_000_000;
const feedOf = (pace: Partial<FeedPace> = {}, on = store) =>
  eventFeed(on, silent, { look: never, beat: never, streams: 1000, ...pace });

/** A reader in memory. */
class Reader implements StreamReader {
  waiting = 0;
  text = '';
  wasCut = false;
  #gone: (() => void)[] = [];
  #waiters = new Set<() => void>();

  write(text: string): void {
    this.text += text;
    for (const look of this.#waiters) look();
  }
  async drained(): Promise<void> {}
  cut(): void {
    this.wasCut = true;
    for (const look of this.#waiters) look();
  }
  onGone(call: () => void): void {
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

let letters = 0;
const write = (agents: number[] | 'everybody', fail = false) => {
  letters += 1;
  const id = letters;
  return storage.transaction(async (db) => {
    await note(db, { type: 'message_received', id }, agents, 1);
    if (fail) throw new Error('rolled back');
    return id;
  });
};

test('what is rolled back is never told', async () => {
  const feed = feedOf();
  const reader = await listen(feed, 1);
  const first = await write([1]);
  await expect(write([1], true)).rejects.toThrow('rolled back');
  const last = await write('everybody');
  feed.kick();
  await reader.until(() => reader.ids.length === 2);
  expect(reader.ids).toEqual([first, last]);
});

test.skipIf(server === null)('what began earlier and is committed later is not passed over', async () => {
  const feed = feedOf();
  const reader = await listen(feed, 1);
  const noted = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const early = 1_000_000;
  const slow = storage.transaction(async (db) => {
    await note(db, { type: 'message_received', id: early }, [1], 1);
    noted.resolve();
    await held.promise;
  });
  await noted.promise;
  const late = await write([1]);
  feed.kick();
  await feed.settled();
  expect(reader.ids).toEqual([]);
  held.resolve();
  await slow;
  feed.kick();
  await reader.until(() => reader.ids.length === 2);
  expect(reader.ids).toEqual([early, late]);
});

test('a listener that comes back gets its own, in order, however many came meanwhile', async () => {
  const feed = feedOf();
  const first = await listen(feed, 1);
  const place = first.events[0]!.id;
  const own: number[] = [];
  for (let i = 0; i < 1300; i += 1) {
    const to = i % 3 === 0 ? 2 : 1;
    const id = await write([to]);
    if (to === 1) own.push(id);
  }
  const back = await listen(feed, 1, place);
  // While it catches up, more is written and told to those who are there.
  own.push(await write([1]));
  feed.kick();
  await first.until(() => first.ids.length === own.length);
  await back.until(() => back.ids.length >= own.length);
  expect(first.ids).toEqual(own);
  expect(back.ids).toEqual(own);
  // From any event on.
  const events = back.events;
  for (const at of [1, 2, 499, 500, 501, own.length - 1]) {
    const again = await listen(feed, 1, events[at]!.id);
    await again.until(() => again.ids.length >= own.length - at);
    expect(again.ids).toEqual(own.slice(at));
    again.leave();
  }
});

test('nothing is looked for while nobody listens', async () => {
  let looks = 0;
  const counted: EventStore = {
    ...store,
    after: (place) => {
      looks += 1;
      return store.after(place);
    },
  };
  const feed = feedOf({ look: 1 }, counted);
  feed.kick();
  await feed.settled();
  expect(looks).toBe(0);
  const reader = await listen(feed, 1);
  await write([1]);
  await reader.until(() => reader.ids.length === 1);
  reader.leave();
  await feed.settled();
  const before = looks;
  feed.kick();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(looks).toBe(before);
  // Whoever comes next still hears what follows.
  const next = await listen(feed, 1);
  const id = await write([1]);
  await next.until(() => next.ids.length === 1);
  expect(next.ids).toEqual([id]);
});

test('signs of life go to everybody', async () => {
  const feed = feedOf({ beat: 1 });
  const reader = await listen(feed, 1);
  await reader.until(() => reader.text.endsWith(':\n\n:\n\n'));
  expect(reader.events).toHaveLength(1);
});

test('a process holds so many streams and no more', async () => {
  const feed = feedOf({ streams: 3 });
  const [first] = [await listen(feed, 1), await listen(feed, 2), await listen(feed, 3)];
  await expect(listen(feed, 4)).rejects.toMatchObject({ code: 'service_busy', detail: { retry_after: 5 } });
  first.leave();
  await listen(feed, 4);
});

test('whoever has too much waiting is cut, and nobody else', async () => {
  const feed = feedOf();
  const [full, other] = [await listen(feed, 1), await listen(feed, 2)];
  full.waiting = 256 * 1024;
  await write('everybody');
  feed.kick();
  await other.until(() => other.ids.length === 1);
  expect([full.wasCut, full.ids.length]).toEqual([false, 1]);
  full.waiting += 1;
  await write('everybody');
  await write('everybody');
  feed.kick();
  await other.until(() => other.ids.length === 3);
  expect([full.wasCut, other.wasCut]).toEqual([true, false]);
});

test('when events cannot be read or are lost, streams are cut rather than silent', async () => {
  const feed = feedOf({}, { ...store, after: () => Promise.reject(new Error('gone')) });
  const reader = await listen(feed, 1);
  feed.kick();
  await reader.until(() => reader.wasCut);

  const next = feedOf();
  await write([1]);
  const late = await listen(next, 1);
  await write([1]);
  await write([1]);
  // All but the newest are older than an hour by this clock.
  await store.sweep(Date.now());
  next.kick();
  await late.until(() => late.wasCut);
});

test('two processes on one database tell the same, and a reader may go from one to the other at any point', async () => {
  const shared = await database();
  const data = shared ? ['--database-url', shared.url] : ['--data-dir', join(dir, 'shared')];
  const args = ['--host', '127.0.0.1', '--port', '0', ...data, '--difficulty', '0', '--exit-with-parent'];
  const services = [await startedService(args), await startedService(args)];
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
  await through.until((told) => told.length === 1);
  const posts = 40;
  const done = Promise.all(
    [...writers, elsewhere].map(async (agent) => {
      for (let i = 0; i < posts; i += 1) {
        const body = agent.invitation('a'.repeat(64));
        const { status } = await agent.call('POST /api/v1/invitations', { body });
        expect(status).toBe(201);
      }
    }),
  );

  const heard: string[] = [];
  let place = through.told[0]!.id;
  for (let turn = 0; heard.length < 3 * posts; turn += 1) {
    const listener = await Listener.open(reader, place, services[turn % 2]!.url);
    const wanted = Math.min(1 + (turn % 7), 3 * posts - heard.length);
    await listener.until((told) => told.length > wanted);
    // Cut wherever it stands: what has not arrived whole is asked for again.
    listener.close();
    expect(listener.types).not.toContain('reset');
    heard.push(...listener.told.slice(1).map(({ id }) => id));
    place = listener.told.at(-1)!.id;
  }
  await done;
  await through.until((told) => told.length === 3 * posts + 1);
  expect(heard).toEqual(through.told.slice(1).map(({ id }) => id));
  expect(new Set(heard).size).toBe(3 * posts);
  through.close();
  for (const { child, ended } of services) {
    child.kill();
    expect(await ended).toBe(0);
  }
  await shared?.drop();
});
