import { expect, test } from 'vitest';
import { isLoopbackHost } from './address.ts';

test.each([
  ['loopback', true, ['127.0.0.1', '127.9.8.7', '::1', '[::1]', 'localhost']],
  ['not loopback', false, ['127.0.0.1.example', '127.example', '10.0.0.1', 'localhost.example', '0.0.0.0', '::', '']],
])('recognizes hosts that are %s', (_, expected, hosts) => {
  expect(hosts.filter((host) => isLoopbackHost(host) !== expected)).toEqual([]);
});
