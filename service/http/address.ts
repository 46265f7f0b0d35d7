/** Whose request it is, by address: what the rates for strangers count by. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether this names one address, or a network as ADDRESS/BITS. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * The address of whoever asks. Behind the proxies named, it is the last hop of X-Forwarded-For that none of them is: what
 * stands before it was written by the client and can be anything.
 */
export function addressReader(proxies: readonly string[]): (request: IncomingMessage) => string {
  const own = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) own.addAddress(address, family(address));
    else own.addSubnet(address, Number(bits), family(address));
  }
  const isOwn = (address: string) => own.check(address, family(address));

  return ({ socket, headers }) => {
    let address = bare(socket.remoteAddress ?? '');
    if (proxies.length === 0 || !isOwn(address)) return address;
    // Node joins a repeated header with commas, in order.
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const before = bare(hop.trim());
      if (isIP(before) === 0) break;
      address = before;
      if (!isOwn(address)) break;
    }
    return address;
  };
}
