/** Where a peer connects from, as far as limits for each source are concerned. */
import { isIPv6 } from 'node:net';
import type { IncomingAddr } from '@number0/iroh';
import { networksOf } from '../../shared/ip-networks.ts';

/**
 * The source of a peer, and the wider networks around it, narrowest first: an IPv4 address, also a loopback one, or an IPv6 network. Behind a
 * relay only the id of the endpoint is known, which costs nothing: a relay therefore is sixteen sources, among which ids are spread by their
 * last digit. Nobody there counts as more, and a crowd behind it leaves all others their turns; between itself and its neighbours nothing can
 * tell it apart before the handshake.
 */
export function sourcesOf({ kind, addr, endpointId }: IncomingAddr): [source: string, ...around: string[]] {
  if (kind !== 'ip') return [`${kind} ${addr ?? ''} ${endpointId?.at(-1) ?? ''}`];
  const ip = ipOf(addr!).replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(ip) ? networksOf(ip) : [ip];
}

/** The address in `address:port` or `[address]:port`. */
export const ipOf = (socket: string): string => socket.slice(0, socket.lastIndexOf(':')).replace(/^\[|\]$/g, '');
