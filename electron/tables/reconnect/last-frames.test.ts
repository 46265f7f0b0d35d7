/** The end of a game with a guest of the existing network, over iroh: its reader loses what is queued once the stream has ended. */
import type { Connection } from '@number0/iroh';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/value.ts';
import { createTransport } from '../../p2p/iroh-transport.ts';
import { bytesOf, openRawPeer, type RawPeer } from '../../p2p/testing/raw-peer.ts';
import { openResumableChannel } from './reconnecting-channel.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Reads ahead in pieces of 4096 bytes, like the existing client. */
class ForgetfulGuest {
  readonly #stream: Awaited<ReturnType<Connection['openBi']>>;
  readonly #lines: string[] = [];
  #ended = false;
  #wake = () => {};

  constructor(stream: Awaited<ReturnType<Connection['openBi']>>) {
    this.#stream = stream;
    void this.#readAhead();
  }

  static async connect(peer: RawPeer, ticket: string): Promise<ForgetfulGuest> {
    const stream = await (await peer.connect(ticket)).openBi();
    const guest = new ForgetfulGuest(stream);
    await guest.send({ action: 'reveal', round: 0 });
    return guest;
  }

  async #readAhead(): Promise<void> {
    let text = '';
    for (;;) {
      const bytes = await this.#stream.recv.read(4096).catch(() => []);
      text += Buffer.from(bytes).toString();
      const lines = text.split('\n');
      text = lines.pop()!;
      this.#lines.push(...lines);
      if (bytes.length === 0) this.#ended = true;
      this.#wake();
      if (this.#ended) return;
    }
  }

  send = (frame: JsonObject): Promise<void> => this.#stream.send.writeAll(bytesOf(`${JSON.stringify(frame)}\n`));

  /** Resolves once so many frames are queued. */
  async queued(count: number): Promise<void> {
    while (this.#lines.length < count) {
      if (this.#ended) throw new Error('closed');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async take(): Promise<JsonObject> {
    if (this.#ended) throw new Error('closed');
    await this.queued(1);
    return JSON.parse(this.#lines.shift()!);
  }

  end = (): Promise<void> => this.#stream.send.finish();
}

test('a guest that reads slowly gets the last frames of 100 games of 100', async () => {
  const transport = createTransport({ reach: 'loopback' });
  cleanups.push(() => transport.close());
  const peer = await openRawPeer();
  cleanups.push(() => peer.close());
  let settled = 0;
  for (let game = 0; game < 100; game += 1) {
    const listener = await transport.listen();
    const guest = await ForgetfulGuest.connect(peer, listener.ticket);
    const channel = openResumableChannel((await listener.accept())!, null);
    await new Promise<void>((resolve) => channel.listen(({ type }) => type === 'frame' && resolve()));
    await channel.send({ action: 'round_result', round: 0, winner: 'guest' });
    await channel.send({ action: 'end', winner: 'guest' });
    const closing = channel.close(120_000);
    await guest.queued(2);
    // An end that is on its way has arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const frames = [await guest.take(), await guest.take()];
    settled += frames.at(-1)?.action === 'end' ? 1 : 0;
    await guest.end();
    await closing;
    await listener.close();
  }
  expect(settled).toBe(100);
});

test('a guest that never ends its stream is waited for a few seconds, and one that sent last isn’t', async () => {
  const transport = createTransport({ reach: 'loopback' });
  cleanups.push(() => transport.close());
  const peer = await openRawPeer();
  cleanups.push(() => peer.close());
  const listener = await transport.listen();
  cleanups.push(() => listener.close());
  const timers: { ms: number; fire(): void }[] = [];
  const environment = {
    wall: Date.now,
    entropy: () => '0'.repeat(32),
    monotonic: () => performance.now(),
    after(ms: number, fire: () => void) {
      timers.push({ ms, fire });
      return () => {};
    },
  };
  const play = async () => {
    const guest = await ForgetfulGuest.connect(peer, listener.ticket);
    const channel = openResumableChannel((await listener.accept())!, null, environment);
    await new Promise<void>((resolve) => channel.listen(({ type }) => type === 'frame' && resolve()));
    return { guest, channel };
  };
  const sentLast = await play();
  await sentLast.channel.send({ action: 'end' });
  const closing = sentLast.channel.close(120_000);
  const wait = timers.find(({ ms }) => ms < 10_000)!;
  expect(wait.ms).toBeLessThanOrEqual(5_000);
  wait.fire();
  await closing;

  timers.length = 0;
  const receivedLast = await play();
  await receivedLast.channel.close(120_000);
  expect(timers.filter(({ ms }) => ms < 10_000)).toEqual([]);
});
