/** Which relays endpoints use: what their tickets name, what they contact, and what a change of the setting does. */
import { EndpointAddr, EndpointTicket, SecretKey } from '@number0/iroh';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Relays } from '../../shared/bridge/settings.ts';
import type { Listener } from './channel.ts';
import { createTransport, type IrohTransport, type Reach, ticketAddresses } from './iroh-transport.ts';
import { type StubRelay, startStubRelay } from './testing/stub-relay.ts';

const deadRelay = 'https://127.0.0.1:9/';
let relay: StubRelay;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  relay = await startStubRelay();
  cleanups.push(() => relay.dispose());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function transport(reach: Reach, relays: Relays): IrohTransport {
  const created = createTransport({ reach, relays });
  cleanups.push(() => created.close());
  return created;
}

const relayOf = ({ ticket }: Listener): string | null => ticketAddresses(ticket).relay;

test('a ticket names the relay that is set, if it answers', async () => {
  const listener = await transport('network', [deadRelay, relay.url]).listen();
  await expect.poll(() => relayOf(listener)).toBe(relay.url);
  expect(relayOf(await transport('network', [deadRelay]).listen())).toBeNull();
});

test('a ticket names no relay if none is set, or for peers on the local networks', async () => {
  expect(relayOf(await transport('network', 'none').listen())).toBeNull();
  expect(relayOf(await transport('local', [relay.url]).listen())).toBeNull();
  expect(relayOf(await transport('loopback', [relay.url]).listen())).toBeNull();
  expect(relay.requests).toBe(0);
});

test('P-16: without relays, not even the relay in a ticket is contacted', async () => {
  const peer = SecretKey.generate().public();
  const ticket = EndpointTicket.fromAddr(new EndpointAddr(peer, relay.url, [])).toString();
  const dialing = transport('network', 'none').dial(ticket, { timeoutMs: 1_000 });
  await expect(dialing).rejects.toMatchObject({ code: 'peer_unreachable' });
  expect(relay.requests).toBe(0);
  // With any relay the same address is contacted.
  const cancelled = new AbortController();
  const redialing = transport('network', [deadRelay]).dial(ticket, { timeoutMs: 60_000, signal: cancelled.signal });
  await expect.poll(() => relay.requests).toBeGreaterThan(0);
  cancelled.abort();
  await expect(redialing).rejects.toMatchObject({ code: 'cancelled' });
});

test('a change closes listeners and keeps connections; one without effect closes nothing', async () => {
  const ours = transport('network', 'none');
  const listener = await ours.listen();
  const guest = await ours.dial(listener.ticket);
  await guest.send({ first: 1 });
  const host = (await listener.accept())!;
  const waiting = listener.accept();
  ours.reconfigure({ relays: [relay.url] });
  expect(await waiting).toBeNull();
  await guest.send({ still: 'open' });
  expect(await host.receive()).toEqual({ first: 1 });
  expect(await host.receive()).toEqual({ still: 'open' });
  const moved = await ours.listen();
  await expect.poll(() => relayOf(moved)).toBe(relay.url);

  ours.reconfigure({ relays: [relay.url] });
  const later = await ours.dial(moved.ticket);
  await later.send({ same: 'relay' });
  expect(await (await moved.accept())!.receive()).toEqual({ same: 'relay' });

  ours.reconfigure({ reach: 'loopback' });
  const here = await ours.listen();
  ours.reconfigure({ relays: 'none' });
  const near = await ours.dial(here.ticket);
  await near.send({ no: 'matter' });
  expect(await (await here.accept())!.receive()).toEqual({ no: 'matter' });
  ours.reconfigure({ reach: 'network' });
  expect(relayOf(await ours.listen())).toBeNull();
});

test('a listener that was opened while the setting changed is closed', async () => {
  const ours = transport('network', 'none');
  const opening = ours.listen();
  ours.reconfigure({ relays: [relay.url] });
  expect(await (await opening).accept()).toBeNull();
});
