/** The transport of tables: iroh endpoints that listen for peers or connect to one, with limits on time and size (ALPN /agent-chat/1). */
import { isDeepStrictEqual } from 'node:util';
import { Endpoint, type EndpointAddr, EndpointTicket, presetMinimal, presetN0, RelayMode } from '@number0/iroh';
import type { Relays } from '../../shared/bridge/settings.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Channel, Listener, Transport } from './channel.ts';
import { closeEndpoint, closeOnStream, IrohChannel, numbersOf } from './iroh-channel.ts';
import { IrohListener, type ListenerLimits } from './iroh-listener.ts';
import { throwIfCancelled, waitFor } from './wait-for.ts';

const alpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));

const mebibyte = 1024 * 1024;
const largestLineCap = 8 * mebibyte;
const dialMs = 15_000;
/** How long to wait for a relay to name in the ticket; without internet access, the direct addresses have to suffice. */
const relayMs = 3_000;

const defaultLimits: ListenerLimits = {
  lineCap: mebibyte,
  stallMs: 30_000,
  flushMs: 3_000,
  handshakeMs: 10_000,
  pendingPeers: 16,
  pendingPerAddress: 4,
};

/** Where peers can connect from: `loopback`, this computer; `local`, its networks; `network`, everywhere. Only the last uses relays. */
export type Reach = 'loopback' | 'local' | 'network';

export interface TransportOptions {
  preset: Reach;
  /** Relays of the network preset; n0's by default. */
  relays?: Relays;
  /** 32 bytes; the endpoint id is its Ed25519 public key. Without it every endpoint has a fresh key. */
  secretKey?: Uint8Array;
  limits?: Partial<ListenerLimits>;
}

export interface IrohTransport extends Transport {
  /**
   * Changes where peers can connect from, and through which relays. If that makes a difference, listeners are closed, as when an
   * endpoint dies, and reopened by their owners; established connections stay.
   */
  reach(change: Partial<Pick<TransportOptions, 'preset' | 'relays'>>): void;
}

/** The transport over iroh: one QUIC connection and one bidirectional stream per channel. */
export function createTransport(initial: TransportOptions): IrohTransport {
  const options = { ...initial };
  const limits = { ...defaultLimits, ...options.limits };
  const limitsFor = (lineCap = limits.lineCap) => ({ ...limits, lineCap: Math.min(lineCap, largestLineCap) });
  const listeners = new Set<IrohListener>();
  const dialed = new Set<Channel>();
  let closed = false;

  return {
    reach(change) {
      const before = reachability(options);
      Object.assign(options, change);
      if (isDeepStrictEqual(reachability(options), before)) return;
      for (const listener of listeners) void listener.close();
    },

    async listen({ lineCap } = {}): Promise<Listener> {
      const before = reachability(options);
      const endpoint = await bind(options, [alpn]);
      if (before.relays !== 'none') {
        await waitFor(endpoint.online(), { timeoutMs: relayMs }, () => new Error('No relay in time.')).catch(
          () => undefined,
        );
      }
      const listener: IrohListener = new IrohListener(endpoint, limitsFor(lineCap), () => listeners.delete(listener));
      listeners.add(listener);
      // While the endpoint opened, the transport was closed or its reach has changed.
      if (closed || !isDeepStrictEqual(reachability(options), before)) void listener.close();
      return listener;
    },

    async dial(ticket, { timeoutMs = dialMs, signal, lineCap } = {}): Promise<Channel> {
      throwIfCancelled(signal);
      const address = addressOf(ticket);
      // A separate endpoint: a connect to a dead address never ends until its endpoint is closed.
      const endpoint = await bind(options, []);
      const opening = (async () => {
        const connection = await endpoint.connect(address, alpn);
        closeOnStream(connection, connection.acceptUni());
        closeOnStream(connection, connection.acceptBi());
        return { connection, stream: await connection.openBi() };
      })();
      try {
        const { connection, stream } = await waitFor(opening, { timeoutMs, signal }, () => unreachable());
        if (closed) throw new ParlorError('cancelled', 'Cancelled.');
        const channel: IrohChannel = new IrohChannel(connection, stream, limitsFor(lineCap), async () => {
          dialed.delete(channel);
          await closeEndpoint(endpoint);
        });
        dialed.add(channel);
        return channel;
      } catch (error) {
        // Not awaited: an endpoint with an unanswered connect takes seconds to drain.
        endpoint.close().catch(() => undefined);
        throw error instanceof ParlorError ? error : unreachable(error);
      }
    },

    async close(): Promise<void> {
      closed = true;
      await Promise.all([
        ...[...dialed].map((channel) => channel.close()),
        ...[...listeners].map((listener) => listener.dispose()),
      ]);
    },
  };
}

/** The endpoint id inside a ticket, 64 hex. Throws `ticket_invalid`. */
export function ticketEndpointId(ticket: string): string {
  return Buffer.from(addressOf(ticket).id().toBytes()).toString('hex');
}

/** Direct addresses (`ip:port`) and relay of a ticket, null for none. Throws `ticket_invalid`. */
export function reachOf(ticket: string): { addresses: string[]; relay: string | null } {
  const address = addressOf(ticket);
  return { addresses: address.directAddresses(), relay: address.relayUrl() };
}

/** Hosts and UDP ports of the relays' QUIC endpoints. */
export function relayPorts(relays: Relays): { host: string; port: number }[] {
  const map = relayMode(relays).relayMap();
  return map.urls().flatMap((url) => {
    const port = map.get(url)?.quicPort;
    return port === undefined ? [] : [{ host: new URL(url).hostname, port }];
  });
}

function addressOf(ticket: string): EndpointAddr {
  try {
    return EndpointTicket.fromString(ticket).endpointAddr();
  } catch (cause) {
    throw new ParlorError('ticket_invalid', 'The iroh ticket cannot be read.', undefined, { cause });
  }
}

function unreachable(cause?: unknown): ParlorError {
  return new ParlorError('peer_unreachable', 'No connection to the peer could be made.', undefined, { cause });
}

async function bind(options: TransportOptions, alpns: number[][]): Promise<Endpoint> {
  if (options.preset !== 'loopback') return builder(options, alpns).bind();
  const loopback = (addresses: string[]) => {
    const endpoint = builder(options, alpns);
    for (const address of addresses) endpoint.bindAddr(address);
    return endpoint.bind();
  };
  try {
    // An address family that is left out would be bound on every interface.
    return await loopback(['127.0.0.1:0', '[::1]:0']);
  } catch {
    return loopback(['127.0.0.1:0']);
  }
}

/** What the reachability of an endpoint depends on. */
const reachability = ({ preset, relays = 'n0' }: TransportOptions): { preset: Reach; relays: Relays } => ({
  preset,
  relays: preset === 'network' ? relays : 'none',
});

function relayMode(relays: Relays): RelayMode {
  if (relays === 'n0') return RelayMode.defaultMode();
  return relays === 'none' ? RelayMode.disabled() : RelayMode.customFromUrls(relays);
}

function builder(options: TransportOptions, alpns: number[][]) {
  const endpoint = Endpoint.builder();
  const { relays } = reachability(options);
  // n0's preset also publishes the endpoint in n0's discovery. Tickets make that unnecessary: without n0's relays, n0 isn't contacted.
  if (relays === 'n0') presetN0(endpoint);
  else presetMinimal(endpoint);
  endpoint.relayMode(relayMode(relays));
  if (options.secretKey !== undefined) endpoint.secretKey(numbersOf(options.secretKey));
  endpoint.alpns(alpns);
  return endpoint;
}
