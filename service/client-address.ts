/** The network address of a client, also behind proxies. Rate limits for callers without a key depend on it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Normalizes an address: without a zone, and IPv4-mapped addresses as IPv4 (RFC 4291, section 2.5.5.2). */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const [bare = ''] = address.split('%');
  return new SocketAddress({ address: bare, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether `text` is an IP address, or a network as ADDRESS/BITS. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Returns a function that finds a request's client address, which the rate limits of unregistered callers use. Behind the
 * given proxies it is the last hop of X-Forwarded-For that is not one of them; earlier hops can be forged by the client.
 */
export function addressReader(proxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  const isTrusted = (address: string) => trusted.check(address, family(address));

  return ({ socket, headers }) => {
    let address = canonical(socket.remoteAddress ?? '');
    if (proxies.length === 0 || !isTrusted(address)) return address;
    // Node joins a repeated header with commas, in order.
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const previous = canonical(hop.trim());
      if (isIP(previous) === 0) break;
      address = previous;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}
