import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, isWithinNetwork, parseTypedAddress, sameCommunity } from './address.ts';

test.each([
  ['loopback', true, ['127.0.0.1', '127.9.8.7', '::1', '[::1]', 'localhost']],
  ['not loopback', false, ['127.0.0.1.example', '127.example', '10.0.0.1', 'localhost.example', '0.0.0.0', '::', '']],
])('recognizes hosts that are %s', (_, expected, hosts) => {
  expect(hosts.filter((host) => isLoopbackHost(host) !== expected)).toEqual([]);
});

test('recognizes addresses that only this computer can reach', () => {
  const addresses = ['http://127.0.0.1:4100', 'http://[::1]:1', 'http://10.0.0.1', 'localhost', ''];
  expect(addresses.map(isLoopbackAddress)).toEqual([true, true, false, false, false]);
});

test.each([
  [' harbor.example/ ', 'https://harbor.example'],
  ['http://10.0.0.1:7400', 'http://10.0.0.1:7400'],
  ['https://me:secret@harbor.example', null],
  ['<https://harbor.example>', 'https://harbor.example'],
  ['“harbor.example”.', 'https://harbor.example'],
  ['https://harbor.example/club/。', 'https://harbor.example/club'],
  ['http://[fd00::1]:7400', 'http://[fd00::1]:7400'],
  ['http://[fd00::1]', 'http://[fd00::1]'],
  ['ｈｔｔｐｓ：／／harbor.example', 'https://harbor.example'],
  ['\u200Bharbor.example\u200B', 'https://harbor.example'],
  ['127.0.0.1:7400', 'http://127.0.0.1:7400'],
  ['localhost:7400', 'http://localhost:7400'],
  ['[fd00::1]:7400', 'http://[fd00::1]:7400'],
  ['raspberrypi:7400', 'http://raspberrypi:7400'],
  ['raspberrypi.local', 'http://raspberrypi.local'],
  ['„harbor.example“', 'https://harbor.example'],
  ['‚https://harbor.example‘', 'https://harbor.example'],
  ['**https://harbor.example/**', 'https://harbor.example'],
  ['_harbor.example_', 'https://harbor.example'],
  ['[harbor.example]', 'https://harbor.example'],
  ['[Harbor](https://harbor.example)', 'https://harbor.example'],
  ['https://harbor.example/club?from=mail#top', 'https://harbor.example/club'],
  ['Our community: http://10.0.0.1:7400', 'http://10.0.0.1:7400'],
  ['See e.g. harbor.example:7400/club, or ask.', 'https://harbor.example:7400/club'],
  ['地址：harbor.example。', 'https://harbor.example'],
  ['https：//harbor.example', 'https://harbor.example'],
  ['https:/harbor.example', 'https://harbor.example'],
  ['HTTPS://Harbor.Example:443', 'https://harbor.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['bücher.example:7400', 'https://xn--bcher-kva.example:7400'],
  ['me@harbor.example', null],
  ['ftp://harbor.example', null],
  ['javascript:alert(1)', null],
  ['parlor://join/x', null],
  ['http://**a**', null],
  ['nonsense', null],
  ['7400', null],
  ['harbor.example:99999', null],
  ['harbor.example:65536', null],
  ['harbor.example:0', null],
  ['harbor.example:65535', 'https://harbor.example:65535'],
  ['a b', null],
  ['https://', null],
  ['  ', null],
])('parseTypedAddress reads %j as %j', (typed, address) => {
  expect(parseTypedAddress(typed)).toBe(address);
});

test.each([
  [true, 'http://localhost:4100/', 'http://127.0.0.1:4100'],
  [true, 'https://harbor.example', 'https://harbor.example:443/'],
  [false, 'http://127.0.0.1:4100', 'http://127.0.0.1:4101'],
  [false, 'http://a', 'https://a'],
  [false, '', ''],
])('sameCommunity returns %s for %s and %s', (same, a, b) => {
  expect(sameCommunity(a, b)).toBe(same);
});

test('tells an address within a network from one on the internet', () => {
  const within = (host: string) => isWithinNetwork(`http://${host}`);
  expect(['192.168.1.7:7400', 'hearth', 'hearth.local:7400', '[fd00::1]:7400'].filter((host) => !within(host))).toEqual(
    [],
  );
  expect(['away.example:7400', 'local.example'].filter(within)).toEqual([]);
});
