import { expect, it } from 'vitest';
import { isLoopback, sameCommunity } from './web-address.ts';

it('compares addresses of communities, and recognizes loopback', () => {
  expect(sameCommunity('http://localhost:4100/', 'http://127.0.0.1:4100')).toBe(true);
  expect(sameCommunity('https://harbor.example', 'https://harbor.example:443/')).toBe(true);
  expect(sameCommunity('http://127.0.0.1:4100', 'http://127.0.0.1:4101')).toBe(false);
  expect(sameCommunity('http://a', 'https://a')).toBe(false);
  expect(sameCommunity('', '')).toBe(false);
  expect([isLoopback('http://127.0.0.1:4100'), isLoopback('http://[::1]:1'), isLoopback('http://10.0.0.1')]).toEqual([
    true,
    true,
    false,
  ]);
});
