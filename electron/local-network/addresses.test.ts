import { expect, it } from 'vitest';
import { networkOf, ownAddresses, urlAt } from './addresses.ts';

it.each([
  ['192.168.1.17/24', '192.168.1.0/24'],
  ['10.77.200.9/12', '10.64.0.0/12'],
  ['10.0.0.1/32', '10.0.0.1/32'],
  ['fd00::2/64', 'fd00::/64'],
  ['2001:db8:1:2:3:4:5:6/60', '2001:db8:1::/60'],
])('%s is in the network %s', (cidr, network) => {
  expect(networkOf(cidr)).toBe(network);
});

it('lists addresses that other computers can reach, IPv4 and physical interfaces first', () => {
  const entry = (address: string, bits: number, internal = false) =>
    ({ address, cidr: `${address}/${bits}`, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as never;
  const addresses = ownAddresses({
    lo: [entry('127.0.0.1', 8, true)],
    docker0: [entry('172.17.0.1', 16)],
    wlan0: [entry('fe80::1', 64), entry('fd00::2', 64), entry('192.168.1.17', 24)],
  });
  expect(addresses).toEqual([
    { address: '192.168.1.17', device: 'wlan0', network: '192.168.1.0/24' },
    { address: 'fd00::2', device: 'wlan0', network: 'fd00::/64' },
    { address: '172.17.0.1', device: 'docker0', network: '172.17.0.0/16' },
  ]);
  expect(ownAddresses({})).toEqual([]);
  expect([urlAt('10.0.0.1', 7400), urlAt('fd00::2', 7400)]).toEqual(['http://10.0.0.1:7400', 'http://[fd00::2]:7400']);
});
