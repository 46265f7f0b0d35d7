/** Opens an endpoint as a table does, and sends packets to this computer and to each relay. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { Relays } from '../../shared/bridge/contract.ts';
import { createTransport, reachOf, relayPorts } from '../p2p/iroh-transport.ts';

export interface NetworkProbe {
  /** `address:port` of an endpoint that was opened. */
  addresses: string[];
  /** Whether UDP works within this computer. */
  udp: boolean;
  /** The first relay that responded to a packet; null if none did. */
  beyond: { host: string; ms: number } | null | 'not_asked';
  /** The relay that would be used; null if none was reached in time. */
  relay: string | null | 'not_asked';
}

const udpMs = 2_000;

/** `offline`: stays on this computer. Rejects if no endpoint can be opened. */
export async function tryNetwork({ offline, relays }: { offline: boolean; relays: Relays }): Promise<NetworkProbe> {
  const transport = createTransport({ preset: offline ? 'loopback' : 'network', relays });
  try {
    const [{ ticket }, udp, beyond] = await Promise.all([
      transport.listen(),
      udpWorks(),
      offline || relays === 'none' ? ('not_asked' as const) : firstAnswer(relayPorts(relays)),
    ]);
    const { addresses, relay } = reachOf(ticket);
    return { addresses, udp, beyond, relay: offline ? 'not_asked' : relay };
  } finally {
    await transport.close();
  }
}

function udpWorks(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), udpMs).unref();
    socket.once('error', () => resolve(false));
    socket.once('message', () => resolve(true));
    socket.bind(0, '127.0.0.1', () => socket.send('parlor', socket.address().port, '127.0.0.1'));
  }).finally(() => socket.close());
}

/** Probes these QUIC servers in parallel; null if none responds in time. */
export async function firstAnswer(
  servers: readonly { host: string; port: number }[],
): Promise<{ host: string; ms: number } | null> {
  const begun = performance.now();
  const asked = servers.map(async ({ host, port }) => {
    await quicAnswers(host, port);
    return { host, ms: Math.round(performance.now() - begun) };
  });
  return Promise.any(asked).catch(() => null);
}

/**
 * A QUIC server responds to an Initial of an unknown version with the versions it supports (RFC 9000, 6.1 and 17.2.1), which needs no key.
 * The first byte marks a long header, the version is a reserved one (15), and shorter packets are not answered (14.1). Rejects if no
 * such response arrives.
 */
async function quicAnswers(host: string, port: number): Promise<void> {
  const { address, family } = await lookup(host);
  const [to, from] = [randomBytes(8), randomBytes(8)];
  const header = Buffer.concat([Buffer.of(0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8), to, Buffer.of(8), from]);
  const answered = Buffer.concat([Buffer.of(0, 0, 0, 0, 8), from, Buffer.of(8), to]);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('No answer in time.')), udpMs);
  socket.once('error', reject);
  socket.on('message', (packet) => packet.subarray(1, 1 + answered.length).equals(answered) && resolve());
  socket.send(Buffer.concat([header, Buffer.alloc(1200 - header.length)]), port, address);
  await promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
