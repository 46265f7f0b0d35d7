/** The network address of a client, also behind proxies. Rate limits for callers without a key depend on it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';
import { groupsOf } from '../shared/ip-networks.ts';

/** Normalizes an address: without a zone, and IPv4-mapped addresses as IPv4 (RFC 4291, section 2.5.5.2). */
export function normalizeAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [unzonedAddress = ''] = address.split('%');
  return new SocketAddress({ address: unzonedAddress, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether `text` is an IP address, or a network as ADDRESS/BITS. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const ipVersion = isIP(address);
  if (ipVersion === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (ipVersion === 4 ? 32 : 128));
}

/** The one spelling of a network (see `isNetwork`): its first address, IPv4-mapped ranges as IPv4, a single address without bits. */
export function normalizeNetwork(network: string): string {
  const [address = '', bitsText] = network.split('/');
  const isMapped = (value: bigint) => value >> 32n === 0xffffn;
  let [value, width] = isIP(address) === 6 ? [numberOfIPv6(address), 128] : [numberOf(address.split('.'), 8n), 32];
  let bits = bitsText === undefined ? width : Number(bitsText);
  if (width === 128 && bits >= 96 && isMapped(value)) [value, width, bits] = [value & 0xffff_ffffn, 32, bits - 96];
  const hostBits = BigInt(width - bits);
  const first = (value >> hostBits) << hostBits;
  const text = width === 32 ? partsOf(first, 4, 8n).join('.') : normalizeAddress(hexadecimal(partsOf(first, 8, 16n)));
  return bits === width ? text : `${text}/${bits}`;
}

function numberOfIPv6(address: string): bigint {
  const [unzonedAddress = ''] = address.split('%');
  // A URL spells an IPv4 part in hexadecimal digits, too.
  const groups = groupsOf(new URL(`http://[${unzonedAddress}]`).hostname.slice(1, -1));
  return numberOf(
    groups.map((group) => `0x${group}`),
    16n,
  );
}

const numberOf = (parts: readonly string[], partBits: bigint): bigint =>
  parts.reduce((value, part) => (value << partBits) | BigInt(part), 0n);

const partsOf = (value: bigint, count: number, partBits: bigint): bigint[] =>
  Array.from({ length: count }, (_, index) => (value >> (partBits * BigInt(count - 1 - index))) % (1n << partBits));

const hexadecimal = (groups: readonly bigint[]): string => groups.map((group) => group.toString(16)).join(':');

/** Returns whether an address is in one of these networks (see `isNetwork`). */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.map(normalizeNetwork)) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  // A connection that has closed has no address.
  return (address) => networks.length > 0 && isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Returns whether a request came through one of the given proxies. A client can only add the header, not remove it. */
export function forwardedTest(proxies: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = networkTest(proxies);
  return ({ socket, headers }) =>
    headers['x-forwarded-for'] !== undefined && isTrusted(normalizeAddress(socket.remoteAddress ?? ''));
}

/**
 * Returns a function that finds a request's client address, which the rate limits of unregistered callers use. Behind the
 * given proxies it is the last hop of X-Forwarded-For that is not one of them; earlier hops can be forged by the client.
 */
export function addressReader(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = networkTest(proxies);

  return ({ socket, headers }) => {
    let address = normalizeAddress(socket.remoteAddress ?? '');
    if (!isTrusted(address)) return address;
    // Node joins a repeated header with commas, in order.
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const hopAddress = normalizeAddress(hop.trim());
      if (isIP(hopAddress) === 0) break;
      address = hopAddress;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}
