/** Addresses at which other computers on the network can reach this one. */
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { OwnAddress } from '../../shared/bridge/contract.ts';

/** Interfaces of virtual machines and containers on this computer. */
const virtualInterface = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|podman|cni)/i;

/** IPv4 first, virtual interfaces last. Link-local IPv6 addresses are left out: they are ambiguous without a zone (RFC 4007). */
export function ownAddresses(interfaces = networkInterfaces()): OwnAddress[] {
  const reachableAddresses = Object.entries(interfaces).flatMap(([device, addresses = []]) =>
    addresses
      .filter(({ internal, address, cidr }) => !internal && cidr !== null && !/^fe80:/i.test(address))
      .map(({ address, cidr }) => ({ address, device, network: networkOf(cidr!) })),
  );
  const rank = ({ address, device }: OwnAddress) => (virtualInterface.test(device) ? 2 : 0) + (isIPv4(address) ? 0 : 1);
  return reachableAddresses.sort((a, b) => rank(a) - rank(b));
}

/** The network of an address, for example `192.168.1.0/24` for `192.168.1.17/24`. */
export function networkOf(cidr: string): string {
  const [address = '', bits = '0'] = cidr.split('/');
  const parts = isIPv4(address) ? address.split('.').map((part) => Number(part)) : groupsOf(address);
  const width = isIPv4(address) ? 8 : 16;
  const networkParts = parts.map((part, index) => {
    const prefixBits = Math.min(width, Math.max(0, Number(bits) - index * width));
    return part - (part % 2 ** (width - prefixBits));
  });
  const text = isIPv4(address)
    ? networkParts.join('.')
    : networkParts
        .map((group) => group.toString(16))
        .join(':')
        .replace(/(^|:)0(:0)+(:|$)/, '::');
  return `${text}/${bits}`;
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const parseGroups = (text: string | undefined) =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [headGroups, tailGroups] = [parseGroups(head), parseGroups(tail)];
  return [
    ...headGroups,
    ...new Array<number>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill(0),
    ...tailGroups,
  ];
}

export const urlAt = (address: string, port: number): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
