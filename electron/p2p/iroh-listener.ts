/** Accepts peers at an iroh endpoint. The number of peers that have not yet sent a line is limited, also per address. */
import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Connection, type Endpoint, EndpointAddr, EndpointTicket, type Incoming } from '@number0/iroh';
import { networksOf } from '../../shared/ip-networks.ts';
import type { Channel, Listener } from './channel.ts';
import { type ChannelLimits, closeEndpoint, closeOnStream, IrohChannel } from './iroh-channel.ts';
import { waitFor } from './wait-for.ts';

export interface ListenerLimits extends ChannelLimits {
  /** Milliseconds from a peer's first packet to its first complete line. */
  handshakeMs: number;
  /** Maximum number of peers that are connecting or waiting to be accepted. */
  pendingPeers: number;
  /** Maximum number of these from one address, so that a single computer cannot block others. */
  pendingPerAddress: number;
}

/** One endpoint for one table. `accept` returns only peers with a readable first line. */
export class IrohListener implements Listener {
  readonly #endpoint: Endpoint;
  readonly #limits: ListenerLimits;
  readonly #onClosed: () => void;
  readonly #channels = new Set<IrohChannel>();
  readonly #ready: IrohChannel[] = [];
  readonly #accepting: ((channel: Channel | null) => void)[] = [];
  /** Addresses of the peers that are connecting or have not yet sent a complete line. */
  readonly #connecting: string[] = [];
  #closed = false;

  /** `onClosed` is called once the endpoint is closed. */
  constructor(endpoint: Endpoint, limits: ListenerLimits, onClosed: () => void) {
    this.#endpoint = endpoint;
    this.#limits = limits;
    this.#onClosed = onClosed;
    // A listener that can no longer accept is closed, so that its table opens another.
    void this.#acceptLoop()
      .catch(() => undefined)
      .then(() => this.close());
  }

  /** Names this computer's current addresses, so it changes with the network. */
  get ticket(): string {
    const address = this.#endpoint.addr();
    const sockets = this.#endpoint.boundSockets();
    const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const current = address.directAddresses().filter((each) => isCurrentAddress(each, interfaces));
    const direct = new Set([...current, ...ownAddresses(sockets, interfaces)]);
    // Without a network, peers on this computer can still connect.
    if (direct.size === 0) for (const each of loopbackAddresses(sockets)) direct.add(each);
    return EndpointTicket.fromAddr(new EndpointAddr(address.id(), address.relayUrl(), [...direct].sort())).toString();
  }

  accept(): Promise<Channel | null> {
    for (let channel = this.#ready.shift(); channel !== undefined; channel = this.#ready.shift()) {
      if (!channel.closed) return Promise.resolve(channel);
      void channel.close();
    }
    if (this.#closed) return Promise.resolve(null);
    return new Promise((resolve) => this.#accepting.push(resolve));
  }

  /** Stops accepting. Accepted channels stay open; the endpoint closes with the last of them. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const resolve of this.#accepting.splice(0)) resolve(null);
    await Promise.all(this.#ready.splice(0).map((channel) => channel.close()));
    await this.#closeEndpointWhenIdle();
  }

  /** Closes accepted channels too. */
  async dispose(): Promise<void> {
    this.#closed = true;
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
    const { pendingPeers, pendingPerAddress } = this.#limits;
    const from = await sourceOf(incoming);
    const pending = this.#connecting.length + this.#ready.length;
    const pendingHere = this.#connecting.filter((address) => address === from).length;
    if (this.#closed || pending >= pendingPeers || pendingHere >= pendingPerAddress) return incoming.refuse();
    // Under load a peer has to prove its address before the costly handshake (RFC 9000, 8.1.2).
    if (pending * 2 >= pendingPeers && !(await incoming.remoteAddrValidated())) return incoming.retry();
    this.#connecting.push(from);
    void this.#openChannel(incoming).finally(() => this.#connecting.splice(this.#connecting.indexOf(from), 1));
  }

  async #openChannel(incoming: Incoming): Promise<void> {
    const deadline = performance.now() + this.#limits.handshakeMs;
    const timedOut = () => new Error('The peer was too slow.');
    let connection: Connection | undefined;
    let channel: IrohChannel | undefined;
    let offered = false;
    const opening = (async () => {
      connection = await (await incoming.accept()).connect();
      closeOnStream(connection, connection.acceptUni());
      // A stream becomes visible with its first bytes.
      const stream = await connection.acceptBi();
      closeOnStream(connection, connection.acceptBi());
      return stream;
    })();
    try {
      const stream = await waitFor(opening, { timeoutMs: this.#limits.handshakeMs }, timedOut);
      channel = new IrohChannel(connection!, stream, this.#limits, () => this.#onChannelClosed(channel!));
      this.#channels.add(channel);
      await channel.peek({ timeoutMs: deadline - performance.now() });
      offered = this.#offer(channel);
    } catch {
      // Slow, silent, invalid or disconnected peers never reach the table.
    }
    if (offered) return;
    if (channel !== undefined) {
      await channel.close();
      return;
    }
    connection?.close(1n, []);
    // Closes a connection that is established after the timeout.
    opening.catch(() => undefined).finally(() => connection?.close(1n, []));
  }

  /** Passes a channel to `accept`. False if the listener is closed. */
  #offer(channel: IrohChannel): boolean {
    if (this.#closed) return false;
    const resolve = this.#accepting.shift();
    if (resolve === undefined) this.#ready.push(channel);
    else resolve(channel);
    return true;
  }

  async #onChannelClosed(channel: IrohChannel): Promise<void> {
    this.#channels.delete(channel);
    await this.#closeEndpointWhenIdle();
  }

  async #closeEndpointWhenIdle(): Promise<void> {
    if (!this.#closed || this.#channels.size > 0) return;
    await closeEndpoint(this.#endpoint);
    this.#onClosed();
  }
}

/**
 * This computer's addresses for sockets bound to all interfaces. The endpoint finds them, too, but after a network change only once
 * it has asked its relays, which takes many seconds without internet access.
 */
function ownAddresses(sockets: string[], interfaces: NetworkInterfaceInfo[]): string[] {
  return sockets.flatMap((socket) => {
    const port = socket.slice(socket.lastIndexOf(':') + 1);
    const family = socket.startsWith('0.0.0.0:') ? 'IPv4' : socket.startsWith('[::]:') ? 'IPv6' : null;
    return interfaces
      .filter((each) => each.family === family && !each.internal && !each.address.startsWith('fe80:'))
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

/** The address in `address:port` or `[address]:port`. */
const ipOf = (socket: string): string => socket.slice(0, socket.lastIndexOf(':')).replace(/^\[|\]$/g, '');

const loopbackAddresses = (sockets: string[]): string[] =>
  sockets.filter((socket) => socket.startsWith('0.0.0.0:')).map((socket) => socket.replace('0.0.0.0', '127.0.0.1'));

/** Key for the limit per address: an IPv4 address, an IPv6 network, or the endpoint id of a peer behind a relay. */
async function sourceOf(incoming: Incoming): Promise<string> {
  const { kind, addr, endpointId } = await incoming.remoteAddr();
  return kind === 'ip' ? networksOf(ipOf(addr!).replace(/^::ffff:(?=\d+\.)/, ''))[0] : `${kind} ${endpointId ?? addr}`;
}
