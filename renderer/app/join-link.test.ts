import { describe, expect, it } from 'vitest';
import { isLoopback, joinLink, readJoinLink, sameCommunity } from './join-link.ts';

const post_id = '7c21e0aa-1111-4222-8333-123456789abc';

describe('a link to a table', () => {
  it('leads back to the same table and community', () => {
    const link = joinLink(post_id, 'http://192.168.1.20:4100/');
    expect(link).toBe(`parlor://join/${post_id}?server=http%3A%2F%2F192.168.1.20%3A4100`);
    expect(readJoinLink(` ${link}\n`)).toEqual({ post_id, server: 'http://192.168.1.20:4100' });
    expect(readJoinLink(`parlor://join/${post_id}?server=http://192.168.1.20:4100`)).toEqual({
      post_id,
      server: 'http://192.168.1.20:4100',
    });
  });

  it('may be the id alone', () => {
    expect(readJoinLink(post_id.toUpperCase())).toEqual({ post_id, server: null });
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      'parlor://join/x?server=http://a',
      `parlor://join/${post_id}`,
      `parlor://join/${post_id}?server=javascript:alert(1)`,
      `parlor://join/${post_id}?server=http://me:secret@a`,
      `https://example.org/join/${post_id}?server=http://a`,
      `parlor://leave/${post_id}?server=http://a`,
    ]) {
      expect(readJoinLink(text), text).toBeNull();
    }
  });
});

it('knows one community under two addresses, and this computer', () => {
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
