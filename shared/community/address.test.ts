import { expect, test } from 'vitest';
import { isLoopbackHost } from './address.ts';

test.each([
  ['this computer', true, ['127.0.0.1', '127.9.8.7', '::1', '[::1]', 'localhost']],
  ['somebody else', false, ['127.0.0.1.example', '127.example', '10.0.0.1', 'localhost.example', '0.0.0.0', '::', '']],
])('%s is told by its address', (_who, expected, hosts) => {
  expect(hosts.filter((host) => isLoopbackHost(host) !== expected)).toEqual([]);
});
