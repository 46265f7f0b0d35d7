import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Connection, type Endpoint, EndpointAddr, EndpointTicket, type Incoming } from '@number0/iroh';
import type { Channel, Listener } from './channel.ts';
import { type ChannelLimits, closeEndpoint, closeOnStream, IrohChannel } from './iroh-channel.ts';
import { waitFor } from './wait.ts';

export interface ListenerLimits extends ChannelLimits {
  /** From a peer's first packet to its first whole line, milliseconds. */
  handshakeMs: number;
  /** Peers that may be on their way in, or wait to be accepted, at one time. */
  pendingPeers: number;
  /** How many of those may come from one address, so that a single computer cannot keep the others out. */
  pendingPerAddress: number;
}

/** One endpoint whose ticket names one table. Peers reach `accept` only with a readable first line. */
export class IrohListener implements Listener {
  readonly #endpoint: Endpoint;
  readonly #limits: ListenerLimits;
  readonly #released: () => void;
  readonly #channels = new Set<IrohChannel>();
  readonly #ready: IrohChannel[] = [];
  readonly #waiting: ((channel: Channel | null) => void)[] = [];
  /** The address of each peer between its first packet and its first line. */
  readonly #arriving: string[] = [];
  #closed = false;

  /** `released` is called once the endpoint is closed. */
  constructor(endpoint: Endpoint, limits: ListenerLimits, released: () => void) {
    this.#endpoint = endpoint;
    this.#limits = limits;
    this.#released = released;
    // An endpoint that can no longer accept is of no use to a table.
    void this.#welcome()
      .catch(() => undefined)
      .then(() => this.close());
  }

  /** Made of the addresses known now: read it again when the network changed. */
  get ticket(): string {
    const address = this.#endpoint.addr();
    const sockets = this.#endpoint.boundSockets();
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const here = address.directAddresses().filter((each) => mayBeHere(each, own));
    const direct = new Set([...here, ...ownAddresses(sockets, own)]);
    // Without any network whoever is on this computer can still call.
    if (direct.size === 0) for (const each of loopbackAddresses(sockets)) direct.add(each);
    return EndpointTicket.fromAddr(new EndpointAddr(address.id(), address.relayUrl(), [...direct].sort())).toString();
  }

  accept(): Promise<Channel | null> {
    for (let channel = this.#ready.shift(); channel !== undefined; channel = this.#ready.shift()) {
      if (!channel.closed) return Promise.resolve(channel);
      void channel.close();
    }
    if (this.#closed) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets nobody else in. Accepted channels live on; the endpoint goes with the last of them. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const resolve of this.#waiting.splice(0)) resolve(null);
    await Promise.all(this.#ready.splice(0).map((channel) => channel.close()));
    await this.#closeEndpointWhenIdle();
  }

  /** Closes accepted channels too. */
  async dispose(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#channels].map((channel) => channel.close()));
    await this.close();
  }

  async #welcome(): Promise<void> {
    for (;;) {
      const incoming = await this.#endpoint.acceptNext();
      if (incoming === null) return;
      try {
        await this.#admit(incoming);
      } catch {
        // This attempt is over; the next one is not its business.
      }
    }
  }

  async #admit(incoming: Incoming): Promise<void> {
    const { pendingPeers, pendingPerAddress } = this.#limits;
    const from = await sourceOf(incoming);
    const pending = this.#arriving.length + this.#ready.length;
    const pendingHere = this.#arriving.filter((address) => address === from).length;
    if (this.#closed || pending >= pendingPeers || pendingHere >= pendingPerAddress) return incoming.refuse();
    // Under pressure a peer has to prove that it owns its address before it costs us a handshake (RFC 9000, 8.1.2).
    if (pending * 2 >= pendingPeers && !(await incoming.remoteAddrValidated())) return incoming.retry();
    this.#arriving.push(from);
    void this.#greet(incoming).finally(() => this.#arriving.splice(this.#arriving.indexOf(from), 1));
  }

  async #greet(incoming: Incoming): Promise<void> {
    const deadline = performance.now() + this.#limits.handshakeMs;
    const late = () => new Error('The peer was too slow.');
    let connection: Connection | undefined;
    let channel: IrohChannel | undefined;
    let given = false;
    const opening = (async () => {
      connection = await (await incoming.accept()).connect();
      closeOnStream(connection, connection.acceptUni());
      // The peer that opens a stream has to write first; until then there is nothing to accept.
      const stream = await connection.acceptBi();
      closeOnStream(connection, connection.acceptBi());
      return stream;
    })();
    try {
      const stream = await waitFor(opening, { timeoutMs: this.#limits.handshakeMs }, late);
      channel = new IrohChannel(connection!, stream, this.#limits, () => this.#left(channel!));
      this.#channels.add(channel);
      await channel.peek({ timeoutMs: deadline - performance.now() });
      given = this.#offer(channel);
    } catch {
      // Slow, silent, garbled or gone: such a peer never reaches the table.
    }
    if (given) return;
    if (channel !== undefined) {
      await channel.close();
      return;
    }
    connection?.close(1n, []);
    // Whatever the handshake still brings is closed as it comes.
    opening.catch(() => undefined).finally(() => connection?.close(1n, []));
  }

  #offer(channel: IrohChannel): boolean {
    if (this.#closed) return false;
    const taker = this.#waiting.shift();
    if (taker === undefined) this.#ready.push(channel);
    else taker(channel);
    return true;
  }

  async #left(channel: IrohChannel): Promise<void> {
    this.#channels.delete(channel);
    await this.#closeEndpointWhenIdle();
  }

  async #closeEndpointWhenIdle(): Promise<void> {
    if (!this.#closed || this.#channels.size > 0) return;
    await closeEndpoint(this.#endpoint);
    this.#released();
  }
}

/**
 * This computer's addresses at sockets that are bound to all of them. The endpoint finds them too, but after a change of
 * networks only once it has asked its relays, which takes many seconds where there is no internet.
 */
function ownAddresses(sockets: string[], own: NetworkInterfaceInfo[]): string[] {
  return sockets.flatMap((socket) => {
    const port = socket.slice(socket.lastIndexOf(':') + 1);
    const family = socket.startsWith('0.0.0.0:') ? 'IPv4' : socket.startsWith('[::]:') ? 'IPv6' : null;
    return own
      .filter((each) => each.family === family && !each.internal && !each.address.startsWith('fe80:'))
      .map(({ address }) => (family === 'IPv4' ? `${address}:${port}` : `[${address}]:${port}`));
  });
}

/** Networks of their own (RFC 1918, RFC 4193, RFC 3927): an address in one is on an interface of this computer, or stale. */
const local = new BlockList();
for (const [network, bits, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
] as const)
  local.addSubnet(network, bits, family);

/** The endpoint names an address for some seconds after it is gone: whoever was told would be told again when it notices. */
function mayBeHere(socket: string, own: NetworkInterfaceInfo[]): boolean {
  const ip = socket.slice(0, socket.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  return !local.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') || own.some(({ address }) => address === ip);
}

const loopbackAddresses = (sockets: string[]): string[] =>
  sockets.filter((socket) => socket.startsWith('0.0.0.0:')).map((socket) => socket.replace('0.0.0.0', '127.0.0.1'));

/** Whom to hold responsible for an attempt: an IP address without its port, or the sender behind a relay. */
async function sourceOf(incoming: Incoming): Promise<string> {
  const { kind, addr, endpointId } = await incoming.remoteAddr();
  return kind === 'ip' ? addr!.slice(0, addr!.lastIndexOf(':')) : `${kind} ${endpointId ?? addr}`;
}
