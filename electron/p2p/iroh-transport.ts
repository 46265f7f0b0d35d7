/** The transport of tables: iroh endpoints that listen for peers or connect to one, with limits on time and size (ALPN /agent-chat/1). */

import { isDeepStrictEqual } from 'node:util';
import { Endpoint, type EndpointAddr, EndpointTicket, presetMinimal, presetN0, RelayMode } from '@number0/iroh';
import { inBackground } from '../../shared/background.ts';
import type { Relays } from '../../shared/bridge/settings.ts';
import { ParlorError } from '../../shared/errors.ts';
import { budgets } from '../../shared/tables/budgets.ts';
import { Admission } from './admission.ts';
import type { Channel, Listener, Transport } from './channel.ts';
import { closeEndpoint, closeOnStream, IrohChannel, numbersOf } from './iroh-channel.ts';
import { IrohListener, type ListenerLimits } from './iroh-listener.ts';
import { throwIfCancelled, waitFor } from './wait-for.ts';

const alpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));

const dialTimeoutMs = 15_000;
/** How long to wait for a relay to name in the ticket; without internet access, the direct addresses have to suffice. */
const relayTimeoutMs = 3_000;

const { frame, connection } = budgets;
const defaultLimits: ListenerLimits = {
  maxLineBytes: frame.bytes,
  stallTimeoutMs: connection.stallMs,
  flushTimeoutMs: connection.flushMs,
  handshakeTimeoutMs: connection.firstLineMs,
  maxPendingPeers: connection.pending,
  maxPendingPerSource: connection.pendingPerSource,
  admission: connection.handshakes,
};

/** Where peers can connect from: `loopback`, this computer; `local`, its networks; `network`, everywhere. Only the last uses relays. */
export type Reach = 'loopback' | 'local' | 'network';

export interface TransportOptions {
  reach: Reach;
  /** Relays of the reach `network`; n0's by default. */
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
  reconfigure(change: Partial<Pick<TransportOptions, 'reach' | 'relays'>>): void;
}

/** The transport over iroh: one QUIC connection and one bidirectional stream per channel. */
export function createTransport(initial: TransportOptions): IrohTransport {
  const options = { ...initial };
  const limits = { ...defaultLimits, ...options.limits };
  const admission = new Admission(limits.admission);
  const listeners = new Set<IrohListener>();
  const dialedChannels = new Set<Channel>();
  let isClosed = false;

  return {
    reconfigure(change) {
      const previousReach = reachabilityOf(options);
      Object.assign(options, change);
      if (isDeepStrictEqual(reachabilityOf(options), previousReach)) return;
      for (const listener of listeners) inBackground('listener', listener.close());
    },

    async listen(): Promise<Listener> {
      const initialReach = reachabilityOf(options);
      const endpoint = await bindEndpoint(options, [alpn]);
      if (initialReach.relays !== 'none') {
        await waitFor(endpoint.online(), { timeoutMs: relayTimeoutMs }, () => new Error('No relay in time.')).catch(
          () => {
            // The listener is reachable without a relay.
          },
        );
      }
      const listener: IrohListener = new IrohListener(endpoint, limits, admission, () => listeners.delete(listener));
      listeners.add(listener);
      // While the endpoint opened, the transport was closed or its reach has changed.
      if (isClosed || !isDeepStrictEqual(reachabilityOf(options), initialReach))
        inBackground('listener', listener.close());
      return listener;
    },

    async dial(ticket, { timeoutMs = dialTimeoutMs, signal } = {}): Promise<Channel> {
      throwIfCancelled(signal);
      const address = addressOf(ticket);
      // A separate endpoint: a connect to a dead address never ends until its endpoint is closed.
      const endpoint = await bindEndpoint(options, []);
      const opening = (async () => {
        const connection = await endpoint.connect(address, alpn);
        closeOnStream(connection, connection.acceptUni());
        closeOnStream(connection, connection.acceptBi());
        return { connection, stream: await connection.openBi() };
      })();
      try {
        const { connection, stream } = await waitFor(opening, { timeoutMs, signal }, () => unreachableError());
        if (isClosed) throw new ParlorError('cancelled', 'Cancelled.');
        const channel: IrohChannel = new IrohChannel(connection, stream, limits, async () => {
          dialedChannels.delete(channel);
          await closeEndpoint(endpoint);
        });
        dialedChannels.add(channel);
        return channel;
      } catch (error) {
        // Not awaited: an endpoint with an unanswered connect takes seconds to drain.
        inBackground('endpoint', endpoint.close());
        throw error instanceof ParlorError ? error : unreachableError(error);
      }
    },

    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([
        ...[...dialedChannels].map((channel) => channel.close()),
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
export function ticketAddresses(ticket: string): { addresses: string[]; relay: string | null } {
  const address = addressOf(ticket);
  return { addresses: address.directAddresses(), relay: address.relayUrl() };
}

/** Hosts and UDP ports of the relays' QUIC endpoints. */
export function relayPorts(relays: Relays): { host: string; port: number }[] {
  const map = relayModeOf(relays).relayMap();
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

function unreachableError(cause?: unknown): ParlorError {
  return new ParlorError('peer_unreachable', 'No connection to the peer could be made.', undefined, { cause });
}

async function bindEndpoint(options: TransportOptions, alpns: number[][]): Promise<Endpoint> {
  if (options.reach !== 'loopback') return createBuilder(options, alpns).bind();
  const bindLoopback = (addresses: string[]) => {
    const builder = createBuilder(options, alpns);
    for (const address of addresses) builder.bindAddr(address);
    return builder.bind();
  };
  try {
    // An address family that is left out would be bound on every interface.
    return await bindLoopback(['127.0.0.1:0', '[::1]:0']);
  } catch {
    return bindLoopback(['127.0.0.1:0']);
  }
}

/** What the reachability of an endpoint depends on. */
const reachabilityOf = ({ reach, relays = 'n0' }: TransportOptions): { reach: Reach; relays: Relays } => ({
  reach,
  relays: reach === 'network' ? relays : 'none',
});

function relayModeOf(relays: Relays): RelayMode {
  if (relays === 'n0') return RelayMode.defaultMode();
  return relays === 'none' ? RelayMode.disabled() : RelayMode.customFromUrls(relays);
}

function createBuilder(options: TransportOptions, alpns: number[][]) {
  const builder = Endpoint.builder();
  const { relays } = reachabilityOf(options);
  // n0's preset also publishes the endpoint in n0's discovery. Tickets make that unnecessary: without n0's relays, n0 isn't contacted.
  if (relays === 'n0') presetN0(builder);
  else presetMinimal(builder);
  builder.relayMode(relayModeOf(relays));
  if (options.secretKey !== undefined) builder.secretKey(numbersOf(options.secretKey));
  builder.alpns(alpns);
  return builder;
}
