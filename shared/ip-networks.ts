import { isLoopbackHost } from './community/address.ts';

/**
 * The networks to which limits for an IP address apply, narrowest first. An IPv6 subscriber has a whole /64, often the /56 around it, and
 * for the asking a /48 (RFC 6177). Loopback addresses are one network. Expects IPv4-mapped addresses as IPv4, and no zone.
 */
export function networksOf(address: string): [network: string, ...wider: string[]] {
  if (isLoopbackHost(address)) return ['loopback'];
  if (!address.includes(':')) return [address];
  const [a, b, c, d = ''] = groupsOf(address);
  const wider = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${wider}::/56`, `${a}:${b}:${c}::/48`];
}

/** The eight groups of hexadecimal digits of an IPv6 address without an IPv4 part and a zone. */
export function groupsOf(address: string): string[] {
  const [left = [], right = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
