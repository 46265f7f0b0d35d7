import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';
import { addressReader, isNetwork } from './address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test('only the hops that trusted proxies wrote are believed', () => {
  const alone = addressReader([]);
  expect(alone(from('198.51.100.1', '203.0.113.9'))).toBe('198.51.100.1');
  expect(alone(from('::ffff:198.51.100.1'))).toBe('198.51.100.1');

  const behind = addressReader(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const cases: [string, string | undefined, string][] = [
    // Whoever comes past the proxy speaks for itself.
    ['198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    // What the client claims stands before what the proxy saw.
    ['127.0.0.1', '192.0.2.7, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '192.0.2.7,203.0.113.9 , 10.1.2.3', '203.0.113.9'],
    ['fd00::1', '2001:db8::1, fd12::1', '2001:db8::1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9, unknown, 10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', '10.1.2.3, 10.4.5.6', '10.1.2.3'],
  ];
  for (const [remote, forwarded, expected] of cases) {
    expect(behind(from(remote, forwarded)), `${remote} ${forwarded}`).toBe(expected);
  }
});

test('a proxy is named by an address or a network', () => {
  for (const good of ['127.0.0.1', '::1', '10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::/128'])
    expect(isNetwork(good), good).toBe(true);
  for (const bad of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '1.2.3', '10.0.0.0/-1']) {
    expect(isNetwork(bad), bad).toBe(false);
  }
});

test('rates by address count the client behind a trusted proxy', async () => {
  const rates = { capabilities: 10, registration: 1, strangers: 1, signed: null };
  const challenge = (community: TestCommunity, forwarded: string) =>
    sendRequest(community.url, {
      method: 'GET',
      target: '/api/v1/auth/challenge',
      headers: { 'X-Forwarded-For': forwarded },
    }).then(({ status }) => status);
  const behind = await TestCommunity.start({ rates, proxies: ['127.0.0.1'] });
  try {
    expect(await challenge(behind, '203.0.113.1')).toBe(200);
    expect(await challenge(behind, '203.0.113.1')).toBe(429);
    expect(await challenge(behind, '203.0.113.2, 203.0.113.1')).toBe(429);
    expect(await challenge(behind, '203.0.113.2')).toBe(200);
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const stranger = async (forwarded: string) =>
      (await new TestAgent(behind).send({ ...list, headers: { 'X-Forwarded-For': forwarded } })).status;
    expect([await stranger('203.0.113.1'), await stranger('203.0.113.1'), await stranger('203.0.113.2')]).toEqual([
      403, 429, 403,
    ]);
    // Whoever comes from this computer without the proxy runs the service.
    for (let turn = 0; turn < 3; turn += 1) expect(await challenge(behind, '')).toBe(200);
    for (let turn = 0; turn < 3; turn += 1) expect((await new TestAgent(behind).send(list)).status).toBe(403);
  } finally {
    await behind.dispose();
  }
  const open = await TestCommunity.start({ rates });
  try {
    expect(await challenge(open, '203.0.113.1')).toBe(200);
    expect(await challenge(open, '203.0.113.2')).toBe(429);
  } finally {
    await open.dispose();
  }
});
