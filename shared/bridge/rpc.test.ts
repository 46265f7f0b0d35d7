import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { ParlorError } from '../errors.ts';
import { type Caller, call, type Handlers } from './define.ts';
import { type Port, requestMaxLength } from './port.ts';
import { callsInFlight, serve } from './rpc.ts';
import { connect, createClient } from './rpc-client.ts';

const contract = {
  sums: {
    calls: {
      add: call('both', z.object({ a: z.int(), b: z.int() }), z.object({ sum: z.int() })),
      secret: call('desktop', z.object({}), z.object({ path: z.string() })),
      fail: call('both', z.object({ how: z.enum(['parlor', 'plain', 'shape']) }), z.object({ ok: z.literal(true) })),
      wait: call('both', z.object({}), z.object({})),
      big: call('both', z.object({ length: z.int() }), z.object({ text: z.string() })),
    },
    events: { changed: z.object({ sum: z.int() }), other: z.object({}), listed: z.object({ text: z.string() }) },
  },
} as const;
type Contract = typeof contract;

/** Two connected ports that deliver texts in order, each in its own microtask. */
function portPair(): { main: Port; window: Port; sent: string[]; close(): void } {
  const sent: string[] = [];
  const closers: (() => void)[] = [];
  const end = () => ({ listeners: [] as ((text: string) => void)[] });
  const [a, b] = [end(), end()];
  let open = true;
  const port = (self: typeof a, peer: typeof a): Port => ({
    send(text) {
      expect(typeof text).toBe('string');
      sent.push(text);
      queueMicrotask(
        () =>
          open &&
          peer.listeners.forEach((listener) => {
            listener(text);
          }),
      );
    },
    onMessage: (listener) => void self.listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
  });
  return {
    main: port(a, b),
    window: port(b, a),
    sent,
    close() {
      open = false;
      closers.forEach((listener) => {
        listener();
      });
    },
  };
}

function setUp(caller: Caller = { surface: 'web', client: 'c1' }) {
  const pair = portPair();
  const callers: Caller[] = [];
  const faults: string[] = [];
  const emitters = new Set<(group: string, event: string, value: unknown) => void>();
  const waiting: (() => void)[] = [];
  const handlers: Handlers<Contract> = {
    sums: {
      add: ({ a, b }, caller) => {
        callers.push(caller);
        return { sum: a + b };
      },
      secret: () => ({ path: '/home' }),
      fail: ({ how }) => {
        if (how === 'parlor') throw new ParlorError('not_found', 'Nothing there.', { post_id: 'x' });
        if (how === 'plain') throw new Error('/home/someone/secret');
        return { ok: false } as never;
      },
      wait: () => new Promise((resolve) => waiting.push(() => resolve({}))),
      big: ({ length }) => ({ text: 'x'.repeat(length) }),
    },
  };
  const stop = serve(
    contract,
    pair.main,
    handlers,
    caller,
    (listener) => {
      emitters.add(listener);
      return () => emitters.delete(listener);
    },
    (_fault, where) => faults.push(where),
  );
  const emit = (event: string, value: unknown) => {
    for (const emitter of emitters) emitter('sums', event, value);
  };
  return { ...pair, callers, faults, emitters, waiting, stop, emit, handlers };
}

/** Lets all queued deliveries and responses run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Sends a raw text to main and returns what the window receives. */
async function raw(world: ReturnType<typeof setUp>, text: string): Promise<unknown[]> {
  const received: unknown[] = [];
  world.window.onMessage((text) => received.push(JSON.parse(text)));
  world.window.send(text);
  await settle();
  return received;
}

describe('calls', () => {
  it('returns the validated result, and takes the caller from the shell rather than the request', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    expect(await client.sums.add({ a: 1, b: 2 })).toEqual({ sum: 3 });
    await raw(world, '{"id":9,"call":["sums","add"],"args":{"a":1,"b":1,"caller":{"surface":"desktop"}}}');
    expect(world.callers).toEqual([
      { surface: 'web', client: 'c1' },
      { surface: 'web', client: 'c1' },
    ]);
  });

  it('matches responses that arrive out of order to their calls', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    const order: string[] = [];
    const slow = client.sums.wait({}).then(() => order.push('wait'));
    await client.sums.add({ a: 2, b: 2 }).then(({ sum }) => order.push(`sum ${sum}`));
    world.waiting[0]?.();
    await slow;
    expect(order).toEqual(['sum 4', 'wait']);
  });

  it('rejects desktop calls from the web, and omits them from the type of the web client', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    expectTypeOf(client.sums).not.toHaveProperty('secret');
    const [answer] = await raw(world, '{"id":9,"call":["sums","secret"],"args":{}}');
    expect(answer).toMatchObject({ id: 9, problem: { code: 'forbidden' } });

    const desktop = setUp({ surface: 'desktop' });
    const full = connect<Contract, 'desktop'>(desktop.window);
    expect(await full.sums.secret({})).toEqual({ path: '/home' });
    expect(await full.sums.add({ a: 1, b: 1 })).toEqual({ sum: 2 });
  });

  it.each([
    ['sums', 'nothing'],
    ['sums', 'constructor'],
    ['sums', '__proto__'],
    ['sums', 'toString'],
    ['__proto__', 'hasOwnProperty'],
    ['constructor', 'name'],
  ])('rejects the unknown call %s.%s', async (group, name) => {
    const world = setUp({ surface: 'desktop' });
    const [answer] = await raw(world, JSON.stringify({ id: 1, call: [group, name], args: {} }));
    expect(answer).toMatchObject({ id: 1, problem: { code: 'unknown_call' } });
  });

  it.each([
    [{ a: 1 }, '/b'],
    [{ a: 1, b: '2' }, '/b'],
    [[], '/'],
    [null, '/'],
  ])('rejects arguments %j with a pointer', async (args, pointer) => {
    const world = setUp();
    const [answer] = await raw(world, JSON.stringify({ id: 1, call: ['sums', 'add'], args }));
    expect(answer).toMatchObject({ problem: { code: 'bad_arguments', detail: { pointer } } });
    expect(world.callers).toEqual([]);
  });

  it('transmits a ParlorError completely and hides other error messages', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    await expect(client.sums.fail({ how: 'parlor' })).rejects.toMatchObject({
      name: 'ParlorError',
      code: 'not_found',
      message: 'Nothing there.',
      detail: { post_id: 'x' },
    });
    await expect(client.sums.fail({ how: 'plain' })).rejects.toMatchObject({ code: 'internal' });
    expect(world.sent.join()).not.toContain('someone');
    expect(world.faults).toEqual(['sums.fail']);
  });

  it('never returns a result that violates the contract', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    await expect(client.sums.fail({ how: 'shape' })).rejects.toMatchObject({ code: 'internal' });
    expect(world.faults).toEqual(['sums.fail']);
  });

  it('limits the concurrent calls per port', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    const open = Array.from({ length: callsInFlight }, () => client.sums.wait({}));
    await settle();
    await expect(client.sums.add({ a: 1, b: 1 })).rejects.toMatchObject({ code: 'too_many_calls' });
    world.waiting[0]?.();
    await open[0];
    expect(await client.sums.add({ a: 1, b: 1 })).toEqual({ sum: 2 });
  });

  it('limits the size of requests and results', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    const long = 'x'.repeat(requestMaxLength);
    await expect(client.sums.add({ a: long as never, b: 1 })).rejects.toMatchObject({ code: 'too_large' });
    await expect(client.sums.big({ length: 5 * 1024 * 1024 })).rejects.toMatchObject({ code: 'too_large' });
    const oversized = JSON.stringify({ id: 1, call: ['sums', 'add'], args: { a: 1, b: 1, long } });
    expect(await raw(world, oversized)).toMatchObject([{ id: 1, problem: { code: 'bad_arguments' } }]);
    expect(world.callers).toEqual([]);
    expect(await client.sums.add({ a: 1, b: 1 })).toEqual({ sum: 2 });
  });

  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"call":["sums","add"],"args":{"a":1,"b":1}}',
    '['.repeat(100_000),
    '{"event":["sums","changed"],"value":{}}',
  ])('ignores a text that is not a request: %.40s', async (text) => {
    const world = setUp();
    expect(await raw(world, text)).toEqual([]);
    expect(world.faults).toEqual(['port']);
    const client = connect<Contract, 'web'>(world.window);
    expect(await client.sums.add({ a: 1, b: 1 })).toEqual({ sum: 2 });
  });

  it.each([
    '{"id":3,"call":["sums"],"args":{}}',
    '{"id":3,"call":["sums","add"],"args":{},"caller":{"surface":"desktop"}}',
    '{"id":3,"call":["sums","add"],"args":{"a":1,"a":2,"b":2}}',
    '{"id":3,"call":["sums","add"],"args":{"a":1e999,"b":2}}',
    '{"id":3,"call":["sums","add"],"args":"\\ud800"}',
    `{"id":3,"call":["sums","add"],"args":${'['.repeat(65)}${']'.repeat(65)}}`,
    `{"id":3,"call":["sums","add"],"args":${'['.repeat(100_000)}`,
  ])('rejects an invalid call by its id: %.60s', async (text) => {
    const world = setUp();
    expect(await raw(world, text)).toMatchObject([{ id: 3, problem: { code: 'bad_arguments' } }]);
    expect(world.callers).toEqual([]);
  });
});

describe('events', () => {
  it('that are too large are not lost in silence', async () => {
    const world = setUp();
    const lost: unknown[] = [];
    const client = connect<Contract, 'web'>(world.window, (problem) => lost.push(problem));
    const seen: unknown[] = [];
    client.sums.on('listed', (value) => seen.push(value));
    await settle();
    world.emit('listed', { text: 'x'.repeat(5 * 1024 * 1024) });
    await settle();
    expect(seen).toEqual([]);
    expect(lost).toMatchObject([{ code: 'too_large' }]);
    expect(world.faults).toEqual(['sums.listed']);
  });

  it('reach listeners only, validated and stripped, until they unsubscribe', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    const seen: unknown[] = [];
    world.emit('changed', { sum: 1 });
    const off = client.sums.on('changed', (value) => seen.push(value));
    const offTwice = client.sums.on('changed', (value) => seen.push(value.sum));
    await settle();
    world.emit('changed', { sum: 2, key: 'not for windows' });
    world.emit('changed', { sum: 'two' });
    world.emit('other', {});
    await settle();
    expect(seen).toEqual([{ sum: 2 }, 2]);
    expect(world.faults).toEqual(['sums.changed']);
    off();
    offTwice();
    offTwice();
    await settle();
    world.emit('changed', { sum: 3 });
    await settle();
    expect(seen).toEqual([{ sum: 2 }, 2]);
  });

  it('are unsubscribed when their port closes', async () => {
    const world = setUp();
    connect<Contract, 'web'>(world.window).sums.on('changed', () => {});
    await settle();
    expect(world.emitters.size).toBe(1);
    world.close();
    expect(world.emitters.size).toBe(0);
  });
});

describe('closing a port', () => {
  it('rejects pending and later calls', async () => {
    const world = setUp();
    const client = connect<Contract, 'web'>(world.window);
    const pending = client.sums.wait({});
    await settle();
    world.close();
    await expect(pending).rejects.toMatchObject({ code: 'bridge_closed' });
    await expect(client.sums.add({ a: 1, b: 1 })).rejects.toMatchObject({ code: 'bridge_closed' });
    const sentBefore = world.sent.length;
    world.waiting[0]?.();
    await settle();
    expect(world.sent.length).toBe(sentBefore);
  });

  it('lets a client continue calls and events on a new port', async () => {
    const { client, attach } = createClient<Contract, 'web'>();
    const seen: number[] = [];
    client.sums.on('changed', ({ sum }) => seen.push(sum));
    await expect(client.sums.add({ a: 1, b: 1 })).rejects.toMatchObject({ code: 'bridge_closed' });
    for (const sum of [1, 2]) {
      const world = setUp();
      attach(world.window);
      await settle();
      world.emit('changed', { sum });
      expect(await client.sums.add({ a: sum, b: 0 })).toEqual({ sum });
      world.close();
    }
    expect(seen).toEqual([1, 2]);
  });

  it('serves no calls or events once stopped', async () => {
    const world = setUp();
    world.stop();
    expect(await raw(world, '{"id":1,"call":["sums","add"],"args":{"a":1,"b":1}}')).toEqual([]);
    expect(world.emitters.size).toBe(0);
  });
});
