/** Channels over iroh on loopback: framing, timeouts, limits on peers, and closing. */
import type { ChildProcess } from 'node:child_process';
import { EndpointAddr, EndpointTicket } from '@number0/iroh';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json/value.ts';
import { budgets } from '../../shared/tables/budgets.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import type { Channel, Listener } from './channel.ts';
import { createTransport, type TransportOptions, ticketAddresses, ticketEndpointId } from './iroh-transport.ts';
import { bytesOf, openRawPeer } from './testing/raw-peer.ts';
import { startEchoPeer } from './testing/start-echo-peer.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function transport(limits: TransportOptions['limits'] = {}) {
  const created = createTransport({ reach: 'loopback', limits });
  cleanups.push(() => created.close());
  return created;
}

const hello = { _session_init: true } as const;

/** Two ends of one connection in this process; the host has not read the guest's first frame yet. */
async function pair(
  limits: TransportOptions['limits'] = {},
): Promise<{ host: Channel; guest: Channel; listener: Listener }> {
  const ours = transport(limits);
  const listener = await ours.listen();
  const guest = await ours.dial(listener.ticket);
  await guest.send(hello);
  const host = (await listener.accept())!;
  expect(await host.receive()).toEqual(hello);
  return { host, guest, listener };
}

/** A raw peer that has opened its stream. */
async function connectRaw(ticket: string) {
  const peer = await openRawPeer();
  cleanups.push(() => peer.close());
  const connection = await peer.connect(ticket);
  const stream = await connection.openBi();
  const write = (text: string | number[]) => stream.send.writeAll(typeof text === 'string' ? bytesOf(text) : text);
  return { connection, stream, write };
}

/** A raw guest whose first, valid line was accepted. */
async function rawGuest(limits: TransportOptions['limits'] = {}) {
  const listener = await transport(limits).listen();
  const peer = await connectRaw(listener.ticket);
  await peer.write('{"first":1}\n');
  const host = (await listener.accept())!;
  expect(await host.receive()).toEqual({ first: 1 });
  return { peer, host };
}

const code = (expected: string) => expect.objectContaining({ code: expected });

async function echoProcess(): Promise<{ child: ChildProcess; ticket: string }> {
  const echoPeer = await startEchoPeer();
  cleanups.push(() => echoPeer.child.kill('SIGKILL'));
  return echoPeer;
}

test('exchanges many turns with another process, then a frame larger than one read', async () => {
  const { ticket } = await echoProcess();
  const channel = await transport().dial(ticket);
  expect(channel.remoteId).toBe(ticketEndpointId(ticket));
  for (let turn = 0; turn < (isLongRun ? 3_000 : 100); turn++) {
    await channel.send({ action: 'move', turn, text: 'ü'.repeat(turn % 50) });
    expect(await channel.receive()).toEqual({ action: 'move', turn, text: 'ü'.repeat(turn % 50) });
  }
  const large = { action: 'large', text: '😀'.repeat(16_000) };
  await channel.send(large);
  expect(await channel.receive()).toEqual(large);
  expect(channel.connection().kind).toBe('direct');
});

test('a killed peer process causes a timeout, not a clean end', async () => {
  const { child, ticket } = await echoProcess();
  const channel = await transport({ flushTimeoutMs: 100 }).dial(ticket);
  await channel.send({ turn: 1 });
  expect(await channel.receive()).toEqual({ turn: 1 });
  child.kill('SIGKILL');
  await expect(channel.receive({ timeoutMs: 300 })).rejects.toEqual(code('peer_timeout'));
});

test('reads split lines, merged lines, and empty ones', async () => {
  const { peer, host } = await rawGuest();
  for (const character of '{"a":1}\n') await peer.write(character);
  expect(await host.receive()).toEqual({ a: 1 });
  await peer.write('\n\n{"b":2}\n{"c":3}\n\n{"d"');
  expect(await host.receive()).toEqual({ b: 2 });
  expect(await host.receive()).toEqual({ c: 3 });
  await peer.write(':4}\n');
  expect(await host.receive()).toEqual({ d: 4 });
});

test.each([
  ['not JSON', 'hello\n'],
  ['not an object', '[1]\n'],
  ['a duplicate key', '{"a":1,"a":2}\n'],
  ['nested too deeply', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n`],
  ['too many values', `{"a":[${Array(budgets.frame.values).fill(0)}]}\n`],
  ['a byte order mark', '\ufeff{"a":1}\n'],
  ['a number beyond a double', '{"a":1e400}\n'],
  ['not UTF-8', [0x7b, 0xff, 0x7d, 0x0a]],
])('P-9 %s is refused, and the next line is still read', async (_, line) => {
  const { peer, host } = await rawGuest();
  await peer.write(line);
  await peer.write('{"good":true}\n');
  await expect(host.receive()).rejects.toEqual(code('frame_invalid'));
  expect(await host.receive()).toEqual({ good: true });
});

test('P-9 a member named __proto__ is an ordinary member', async () => {
  const { peer, host } = await rawGuest();
  await peer.write('{"__proto__":{"admin":true}}\n');
  const frame = (await host.receive())!;
  expect(Object.keys(frame)).toEqual(['__proto__']);
  expect(frame.admin).toBeUndefined();
});

test('P-6 a line at the limit arrives, a longer one ends the connection', async () => {
  const { peer, host } = await rawGuest({ maxLineBytes: 50_000 });
  await peer.write(`{"a":"${'x'.repeat(50_000 - 8)}"}\n`);
  expect(await host.receive()).toMatchObject({ a: expect.stringMatching(/^x+$/) });
  const writing = peer.write('x'.repeat(2_000_000)).catch(() => undefined);
  await expect(host.receive()).rejects.toEqual(code('frame_too_large'));
  await expect(host.receive()).rejects.toEqual(code('frame_too_large'));
  await writing;
  await peer.connection.closed();
});

test('limits sent lines, too', async () => {
  const { guest, host } = await pair({ maxLineBytes: 1_000 });
  await expect(guest.send({ text: 'x'.repeat(1_000) })).rejects.toEqual(code('frame_too_large'));
  await guest.send({ text: 'fine' });
  expect(await host.receive()).toEqual({ text: 'fine' });
});

test('P-6 a stream that ends within a line is not a clean end', async () => {
  const { peer, host } = await rawGuest();
  await peer.write('{"a":');
  await peer.stream.send.finish();
  await expect(host.receive()).rejects.toEqual(code('frame_invalid'));
});

test('loses no frame when a receive times out or is cancelled', async () => {
  const { host, guest } = await pair();
  await expect(host.receive({ timeoutMs: 20 })).rejects.toEqual(code('peer_timeout'));
  const stop = new AbortController();
  const waiting = host.receive({ signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toEqual(code('cancelled'));
  await guest.send({ turn: 1 });
  await guest.send({ turn: 2 });
  expect(await host.receive({ timeoutMs: 5_000 })).toEqual({ turn: 1 });
  expect(await host.receive()).toEqual({ turn: 2 });
});

test('P-7 a line that arrives slowly does not extend the deadline', async () => {
  const { peer, host } = await rawGuest();
  const drip = setInterval(() => void peer.write('x').catch(() => undefined), 20);
  await expect(host.receive({ timeoutMs: 300 })).rejects.toEqual(code('peer_timeout'));
  clearInterval(drip);
});

test('the last frame before close arrives, whatever its size, then a clean end', async () => {
  // However long a busy machine takes to send it.
  const { host, guest } = await pair({ flushTimeoutMs: 300_000, stallTimeoutMs: 300_000 });
  const last: JsonObject = { action: 'end', text: 'x'.repeat(900_000) };
  const sending = guest.send(last, { maxLineBytes: 1_000_000 });
  const closing = guest.close();
  expect(await host.receive({ maxLineBytes: 1_000_000 })).toEqual(last);
  expect(await host.receive()).toBeNull();
  expect(await host.receive()).toBeNull();
  await sending;
  await closing;
  expect(guest.connection()).toEqual({ kind: 'none', rtt_ms: null });
  await expect(guest.send({ late: true })).rejects.toEqual(code('peer_disconnected'));
});

test('a small last frame arrives even if the peer reads late', async () => {
  const { host, guest } = await pair();
  await guest.send({ action: 'end' });
  await guest.close();
  expect(await host.receive()).toEqual({ action: 'end' });
  expect(await host.receive()).toBeNull();
});

test('close can be called twice and ends a pending receive', async () => {
  const { host, guest } = await pair();
  const waiting = host.receive();
  await Promise.all([host.close(), host.close()]);
  expect(await waiting).toBeNull();
  expect(await guest.receive()).toBeNull();
});

test.each([
  [0n, true],
  [1n, false],
])('a peer that had closed with code %s has received everything: %o', async (closeCode, isDelivered) => {
  const { peer, host } = await rawGuest();
  peer.connection.close(closeCode, []);
  await expect(host.receive()).rejects.toEqual(code('peer_disconnected'));
  await expect(host.send({ late: 1 })).rejects.toEqual(code('peer_disconnected'));
  expect(await host.close()).toBe(isDelivered);
});

test('P-7 a peer that stops reading fills a bounded queue, then is disconnected', async () => {
  const { peer, host } = await rawGuest({ maxLineBytes: 1_000_000, stallTimeoutMs: 500 });
  const frame = { text: 'x'.repeat(900_000) };
  const sends = await Promise.allSettled(Array.from({ length: 10 }, () => host.send(frame)));
  expect(sends.filter((sent) => sent.status === 'rejected').map((sent) => sent.reason.code)).toContain(
    'peer_disconnected',
  );
  await expect(host.send({ more: 1 })).rejects.toEqual(code('peer_disconnected'));
  await peer.connection.closed();
});

test('P-7 silent and invalid peers never reach the table', async () => {
  const listener = await transport({ handshakeTimeoutMs: 300 }).listen();
  const silent = await connectRaw(listener.ticket);
  const garbled = await connectRaw(listener.ticket);
  await garbled.write('GET / HTTP/1.1\n\n');
  const slow = await connectRaw(listener.ticket);
  await slow.write('{"never":');
  await Promise.all([silent, garbled, slow].map((peer) => peer.connection.closed()));
  const good = await connectRaw(listener.ticket);
  await good.write('{"good":1}\n');
  expect(await (await listener.accept())!.receive()).toEqual({ good: 1 });
});

test('P-8 of peers that have not sent a line, the oldest gives way to the next', async () => {
  const listener = await transport({ maxPendingPeers: 2, handshakeTimeoutMs: 60_000 }).listen();
  const first = await connectRaw(listener.ticket);
  const second = await connectRaw(listener.ticket);
  const third = await connectRaw(listener.ticket);
  await first.connection.closed();
  for (const peer of [second, third]) {
    await peer.write('{"still":"here"}\n');
    expect(await (await listener.accept())!.receive()).toEqual({ still: 'here' });
  }
});

/** Keeps only the IPv4 address of a ticket, so that all peers connect from one address. */
function byIpv4(ticket: string): string {
  const address = EndpointTicket.fromString(ticket).endpointAddr();
  const direct = address.directAddresses().filter((each) => each.startsWith('127.'));
  return EndpointTicket.fromAddr(new EndpointAddr(address.id(), null, direct)).toString();
}

test('P-8 silent peers of one address keep nobody out, however many there are', async () => {
  const listener = await transport({ maxPendingPerSource: 2, handshakeTimeoutMs: 60_000 }).listen();
  const ticket = byIpv4(listener.ticket);
  const silent = [];
  for (let number = 0; number < 10; number += 1) silent.push(await connectRaw(ticket));
  const honest = await connectRaw(ticket);
  await honest.write('{"honest":1}\n');
  const host = (await listener.accept())!;
  expect(await host.receive()).toEqual({ honest: 1 });
  expect(host.source).toBe('127.0.0.1');
  // All but the newest had to go.
  await Promise.all(silent.slice(0, -1).map(({ connection }) => connection.closed()));
});

// Only Linux has more loopback addresses.
test.runIf(process.platform === 'linux')('P-8 a crowd that connects from one address is not waited for', async () => {
  const limits = { admission: { ...budgets.connection.handshakes, burst: 1, perSecond: 1 } };
  const listener = await transport(limits).listen();
  const ticket = byIpv4(listener.ticket);
  const crowd = await openRawPeer('127.0.0.2');
  cleanups.push(() => crowd.close());
  let connected = 0;
  const connecting = Array.from({ length: 20 }, () =>
    crowd.connect(ticket).then(
      () => (connected += 1),
      () => {},
    ),
  );
  await Promise.any(connecting);
  const honest = await transport().dial(ticket);
  // All of the crowd were there before, and would take twenty seconds.
  expect(connected).toBeLessThan(10);
  await honest.send({ honest: 1 });
  expect(await (await listener.accept())!.receive()).toEqual({ honest: 1 });
});

test.each(['openBi', 'openUni'] as const)('P-8 a second stream by %s ends the connection', async (open) => {
  const { peer, host } = await rawGuest();
  const second = await peer.connection[open]();
  await ('send' in second ? second.send : second).writeAll([1]);
  await peer.connection.closed();
  await expect(host.receive()).rejects.toEqual(code('peer_disconnected'));
});

test('dialing a dead address ends after the timeout or when aborted', async () => {
  const ours = transport();
  const listener = await ours.listen();
  const id = EndpointTicket.fromString(listener.ticket).endpointAddr().id();
  const dead = EndpointTicket.fromAddr(new EndpointAddr(id, null, ['127.0.0.1:9'])).toString();
  await expect(ours.dial(dead, { timeoutMs: 200 })).rejects.toEqual(code('peer_unreachable'));
  const stop = new AbortController();
  const dialing = ours.dial(dead, { signal: stop.signal });
  stop.abort();
  await expect(dialing).rejects.toEqual(code('cancelled'));
});

test('P-1 a different endpoint at the right address is not accepted', async () => {
  const ours = transport();
  const [real, other] = [await ours.listen(), await ours.listen()];
  const wanted = EndpointTicket.fromString(real.ticket).endpointAddr();
  const where = EndpointTicket.fromString(other.ticket).endpointAddr();
  const forged = EndpointTicket.fromAddr(new EndpointAddr(wanted.id(), null, where.directAddresses())).toString();
  await expect(ours.dial(forged, { timeoutMs: 500 })).rejects.toEqual(code('peer_unreachable'));
});

test('rejects invalid tickets, and reads the endpoint id, which is the public key', async () => {
  expect(() => ticketEndpointId('endpointnonsense')).toThrow(code('ticket_invalid'));
  await expect(transport().dial('')).rejects.toEqual(code('ticket_invalid'));
  // RFC 8032, 7.1, test 1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const keyed = createTransport({ reach: 'loopback', secretKey: seed });
  cleanups.push(() => keyed.close());
  const listener = await keyed.listen();
  expect(ticketEndpointId(listener.ticket)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  expect(listener.ticket).not.toMatch(/[\r\n]/);
});

test('the loopback preset listens on loopback addresses only', async () => {
  const listener = await transport().listen();
  const addresses = EndpointTicket.fromString(listener.ticket).endpointAddr().directAddresses();
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).toMatch(/^(127\.0\.0\.1|\[::1\]):\d+$/);
});

test('changing the reach closes listeners and keeps connections', async () => {
  const ours = transport();
  const listener = await ours.listen();
  const guest = await ours.dial(listener.ticket);
  await guest.send({ first: 1 });
  const host = (await listener.accept())!;
  const waiting = listener.accept();
  ours.reconfigure({ reach: 'loopback' });
  await guest.send({ still: 'open' });
  ours.reconfigure({ reach: 'local' });
  expect(await waiting).toBeNull();
  const { addresses, relay } = ticketAddresses((await ours.listen()).ticket);
  expect(relay).toBeNull();
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).not.toMatch(/^(0\.0\.0\.0|\[::\]):/);
  expect(await host.receive()).toEqual({ first: 1 });
  expect(await host.receive()).toEqual({ still: 'open' });
  const again = await ours.listen();
  const peer = await ours.dial(again.ticket);
  await peer.send({ joined: true });
  expect(await (await again.accept())!.receive()).toEqual({ joined: true });
});

test('closing a listener refuses new peers and keeps accepted channels', async () => {
  const { host, guest, listener } = await pair();
  const waiting = listener.accept();
  const ticket = listener.ticket;
  await listener.close();
  expect(await waiting).toBeNull();
  expect(await listener.accept()).toBeNull();
  await expect(transport().dial(ticket, { timeoutMs: 2_000 })).rejects.toEqual(code('peer_unreachable'));
  await guest.send({ turn: 1 });
  expect(await host.receive()).toEqual({ turn: 1 });
  await host.close();
  expect(await guest.receive()).toBeNull();
});

test('closing the transport closes its listeners and channels', async () => {
  const ours = transport();
  const listener = await ours.listen();
  const waiting = listener.accept();
  const guest = await ours.dial(listener.ticket);
  await ours.close();
  expect(await waiting).toBeNull();
  expect(await guest.receive()).toBeNull();
});
