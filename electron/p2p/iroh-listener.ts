/**
 * Accepts peers at an iroh endpoint, those of quiet sources first (admission.ts). The number of peers that have not yet sent a line is limited,
 * also per source; the oldest give way.
 */

import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Connection, type Endpoint, EndpointAddr, EndpointTicket, type Incoming } from '@number0/iroh';
import { inBackground } from '../../shared/background.ts';
import { ofLargestNetwork } from '../../shared/oldest-of-largest.ts';
import type { Admission, AdmissionLimits } from './admission.ts';
import type { Channel, Listener } from './channel.ts';
import type { Sources } from './fair-queue.ts';
import { type ChannelLimits, closeEndpoint, closeOnStream, IrohChannel } from './iroh-channel.ts';
import { ipOf, sourcesOf } from './peer-source.ts';
import { waitFor } from './wait-for.ts';

export interface ListenerLimits extends ChannelLimits {
  /** Milliseconds from a peer's first packet to its first complete line. */
  handshakeTimeoutMs: number;
  /** Maximum number of peers that are connecting or waiting to be accepted. */
  maxPendingPeers: number;
  /** Maximum number of these from one source. */
  maxPendingPerSource: number;
  /** Of the handshakes of all endpoints. */
  admission: AdmissionLimits;
}

interface ConnectingPeer {
  sources: Sources;
  controller: AbortController;
}

/** One endpoint for one table. `accept` returns only peers with a readable first line. */
export class IrohListener implements Listener {
  readonly #endpoint: Endpoint;
  readonly #limits: ListenerLimits;
  readonly #admission: Admission;
  readonly #onClosed: () => void;
  readonly #channels = new Set<IrohChannel>();
  readonly #readyChannels: IrohChannel[] = [];
  readonly #acceptResolvers: ((channel: Channel | null) => void)[] = [];
  /** Peers that are connecting or have not yet sent a complete line, oldest first. */
  readonly #connectingPeers = new Set<ConnectingPeer>();
  #isClosed = false;

  /** `onClosed` is called once the endpoint is closed. */
  constructor(endpoint: Endpoint, limits: ListenerLimits, admission: Admission, onClosed: () => void) {
    this.#endpoint = endpoint;
    this.#limits = limits;
    this.#admission = admission;
    this.#onClosed = onClosed;
    // A listener that can no longer accept is closed, so that its table opens another.
    inBackground(
      'listener',
      this.#acceptLoop().finally(() => this.close()),
    );
  }

  /** Names this computer's current addresses, so it changes with the network. */
  get ticket(): string {
    const address = this.#endpoint.addr();
    const sockets = this.#endpoint.boundSockets();
    const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const currentAddresses = address.directAddresses().filter((socket) => isCurrentAddress(socket, interfaces));
    const directAddresses = new Set([...currentAddresses, ...interfaceAddresses(sockets, interfaces)]);
    // Without a network, peers on this computer can still connect.
    if (directAddresses.size === 0) for (const socket of loopbackAddresses(sockets)) directAddresses.add(socket);
    return EndpointTicket.fromAddr(
      new EndpointAddr(address.id(), address.relayUrl(), [...directAddresses].sort()),
    ).toString();
  }

  accept(): Promise<Channel | null> {
    for (let channel = this.#readyChannels.shift(); channel !== undefined; channel = this.#readyChannels.shift()) {
      if (!channel.closed) return Promise.resolve(channel);
      inBackground('peer', channel.close());
    }
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => this.#acceptResolvers.push(resolve));
  }

  /** Stops accepting. Accepted channels stay open; the endpoint closes with the last of them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const resolve of this.#acceptResolvers.splice(0)) resolve(null);
    await Promise.all(this.#readyChannels.splice(0).map((channel) => channel.close()));
    await this.#closeEndpointWhenIdle();
  }

  /** Closes accepted channels too. */
  async dispose(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#channels].map((channel) => channel.close()));
    await this.close();
  }

  async #acceptLoop(): Promise<void> {
    for (;;) {
      const incoming = await this.#endpoint.acceptNext();
      if (incoming === null) return;
      try {
        await this.#admit(incoming);
      } catch {
        // A failed attempt must not end the loop.
      }
    }
  }

  async #admit(incoming: Incoming): Promise<void> {
    const sources = sourcesOf(await incoming.remoteAddr());
    if (this.#isClosed) return incoming.refuse();
    const isUnderLoad = this.#admission.isCrowded || this.#pendingCount * 2 >= this.#limits.maxPendingPeers;
    // Under load a peer has to prove its address before the costly handshake (RFC 9000, 8.1.2), and before it waits for one.
    if (isUnderLoad && !(await incoming.remoteAddrValidated())) return incoming.retry();
    inBackground('peer', this.#acceptInTurn(incoming, sources));
  }

  async #acceptInTurn(incoming: Incoming, sources: Sources): Promise<void> {
    const { maxPendingPeers, maxPendingPerSource } = this.#limits;
    // An ignored peer sends its first packet again, and can be in time then.
    if (!(await this.#admission.wait(sources))) return incoming.ignore();
    if (this.#isClosed || this.#readyChannels.length >= maxPendingPeers) return incoming.refuse();
    // Silent peers must not keep others out: the oldest one gives way.
    const ofSource = [...this.#connectingPeers].filter((peer) => peer.sources[0] === sources[0]);
    if (ofSource.length >= maxPendingPerSource) this.#displace(ofSource[0]!);
    else if (this.#pendingCount >= maxPendingPeers && this.#connectingPeers.size > 0)
      this.#displace(ofLargestNetwork(this.#connectingPeers, (peer) => peer.sources)[0]!);
    const peer = { sources, controller: new AbortController() };
    this.#connectingPeers.add(peer);
    await this.#openChannel(incoming, peer).finally(() => this.#connectingPeers.delete(peer));
  }

  get #pendingCount(): number {
    return this.#connectingPeers.size + this.#readyChannels.length;
  }

  #displace(peer: ConnectingPeer): void {
    this.#connectingPeers.delete(peer);
    peer.controller.abort();
  }

  async #openChannel(incoming: Incoming, { sources, controller: { signal } }: ConnectingPeer): Promise<void> {
    const deadline = performance.now() + this.#limits.handshakeTimeoutMs;
    const timeoutError = () => new Error('The peer was too slow.');
    let connection: Connection | undefined;
    let channel: IrohChannel | undefined;
    let isOffered = false;
    const opening = (async () => {
      connection = await (await incoming.accept()).connect();
      closeOnStream(connection, connection.acceptUni());
      // A stream becomes visible with its first bytes.
      const stream = await connection.acceptBi();
      closeOnStream(connection, connection.acceptBi());
      return stream;
    })();
    try {
      const stream = await waitFor(opening, { timeoutMs: this.#limits.handshakeTimeoutMs, signal }, timeoutError);
      channel = new IrohChannel(connection!, stream, this.#limits, () => this.#onChannelClosed(channel!), {
        source: sources[0],
        welcome: () => this.#admission.welcome(sources),
      });
      this.#channels.add(channel);
      await channel.peek({ timeoutMs: deadline - performance.now(), signal });
      isOffered = this.#offer(channel);
    } catch {
      // Slow, silent, displaced, invalid or disconnected peers never reach the table.
    }
    if (isOffered) return;
    if (channel !== undefined) return channel.drop();
    connection?.close(1n, []);
    // Closes a connection that is established after the timeout.
    opening.then(() => connection?.close(1n, [])).catch(() => {});
  }

  /** Passes a channel to `accept`. False if the listener is closed. */
  #offer(channel: IrohChannel): boolean {
    if (this.#isClosed) return false;
    const resolve = this.#acceptResolvers.shift();
    if (resolve === undefined) this.#readyChannels.push(channel);
    else resolve(channel);
    return true;
  }

  async #onChannelClosed(channel: IrohChannel): Promise<void> {
    this.#channels.delete(channel);
    await this.#closeEndpointWhenIdle();
  }

  async #closeEndpointWhenIdle(): Promise<void> {
    if (!this.#isClosed || this.#channels.size > 0) return;
    await closeEndpoint(this.#endpoint);
    this.#onClosed();
  }
}

/**
 * This computer's addresses for sockets bound to all interfaces. The endpoint finds them, too, but after a network change only once
 * it has asked its relays, which takes many seconds without internet access.
 */
function interfaceAddresses(sockets: string[], interfaces: NetworkInterfaceInfo[]): string[] {
  return sockets.flatMap((socket) => {
    const port = socket.slice(socket.lastIndexOf(':') + 1);
    const family = socket.startsWith('0.0.0.0:') ? 'IPv4' : socket.startsWith('[::]:') ? 'IPv6' : null;
    return interfaces
      .filter((entry) => entry.family === family && !entry.internal && !entry.address.startsWith('fe80:'))
      .map(({ address }) => (family === 'IPv4' ? `${address}:${port}` : `[${address}]:${port}`));
  });
}

/** Private networks (RFC 1918, RFC 4193, RFC 3927): an address in one belongs to an interface of this computer, or is stale. */
const privateNetworks = new BlockList();
for (const [network, bits, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
] as const)
  privateNetworks.addSubnet(network, bits, family);

/** False for addresses that this computer has lost, which the endpoint still reports for some seconds. */
function isCurrentAddress(socket: string, interfaces: NetworkInterfaceInfo[]): boolean {
  const ip = ipOf(socket);
  return !privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') || interfaces.some(({ address }) => address === ip);
}

const loopbackAddresses = (sockets: string[]): string[] =>
  sockets.filter((socket) => socket.startsWith('0.0.0.0:')).map((socket) => socket.replace('0.0.0.0', '127.0.0.1'));
