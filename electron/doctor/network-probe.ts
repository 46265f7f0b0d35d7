/** Opens an endpoint as a table does, and sends packets to this computer and to each relay. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { Relays } from '../../shared/bridge/contract.ts';
import { createTransport, relayPorts, ticketAddresses } from '../p2p/iroh-transport.ts';

export interface NetworkProbe {
  /** `address:port` pairs of an endpoint that was opened. */
  addresses: string[];
  /** Whether UDP works within this computer. */
  udp: boolean;
  /** The first relay that responded to a packet; null if none did. */
  external: { host: string; ms: number } | null | 'not_tested';
  /** The relay that a table would use; null if none was reached in time. */
  relay: string | null | 'not_tested';
}

const udpTimeoutMs = 2_000;

/** `offline`: stays on this computer. Rejects if no endpoint can be opened. */
export async function probeNetwork({ offline, relays }: { offline: boolean; relays: Relays }): Promise<NetworkProbe> {
  const transport = createTransport({ reach: offline ? 'loopback' : 'network', relays });
  try {
    const [{ ticket }, udp, external] = await Promise.all([
      transport.listen(),
      testLocalUdp(),
      offline || relays === 'none' ? ('not_tested' as const) : findFirstResponse(relayPorts(relays)),
    ]);
    const { addresses, relay } = ticketAddresses(ticket);
    return { addresses, udp, external, relay: offline ? 'not_tested' : relay };
  } finally {
    await transport.close();
  }
}

function testLocalUdp(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), udpTimeoutMs).unref();
    socket.once('error', () => resolve(false));
    socket.once('message', () => resolve(true));
    socket.bind(0, '127.0.0.1', () => socket.send('parlor', socket.address().port, '127.0.0.1'));
  }).finally(() => socket.close());
}

/** Probes these QUIC servers in parallel; null if none responds in time. */
export async function findFirstResponse(
  servers: readonly { host: string; port: number }[],
): Promise<{ host: string; ms: number } | null> {
  const startedAt = performance.now();
  const probes = servers.map(async ({ host, port }) => {
    await probeQuic(host, port);
    return { host, ms: Math.round(performance.now() - startedAt) };
  });
  return Promise.any(probes).catch(() => null);
}

/**
 * Rejects unless a QUIC server responds. It answers an Initial packet of an unknown version with the versions that it supports, which
 * needs no key (RFC 9000, sections 6.1 and 17.2.1). The first byte marks a long header, the version is a reserved one (section 15), and
 * shorter packets are not answered (section 14.1).
 */
async function probeQuic(host: string, port: number): Promise<void> {
  const { address, family } = await lookup(host);
  const [destinationId, sourceId] = [randomBytes(8), randomBytes(8)];
  const header = Buffer.concat([Buffer.of(0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8), destinationId, Buffer.of(8), sourceId]);
  const expected = Buffer.concat([Buffer.of(0, 0, 0, 0, 8), sourceId, Buffer.of(8), destinationId]);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('No answer in time.')), udpTimeoutMs);
  socket.once('error', reject);
  socket.on('message', (packet) => packet.subarray(1, 1 + expected.length).equals(expected) && resolve());
  socket.send(Buffer.concat([header, Buffer.alloc(1200 - header.length)]), port, address);
  await promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
