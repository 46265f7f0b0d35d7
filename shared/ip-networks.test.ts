import { expect, test } from 'vitest';
import { networksOf } from './ip-networks.ts';

test('counts IPv6 addresses by network, and all addresses of this computer together', () => {
  const cases: [address: string, networks: string[]][] = [
    ['198.51.100.1', ['198.51.100.1']],
    ['2001:db8:1:2345:6:7:8:9', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
    ['2001:db8:1:2345::9', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
    ['2001:db8:1:23ff::', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
    ['2001:db8:1:45::9', ['2001:db8:1:45::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
    ['2001:db8::9', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['::9', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
    ['127.0.0.1', ['loopback']],
    ['127.5.6.7', ['loopback']],
    ['::1', ['loopback']],
  ];
  for (const [address, networks] of cases) expect(networksOf(address), address).toEqual(networks);
});
