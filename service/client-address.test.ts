import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { networksOf } from '../shared/ip-networks.ts';
import { addressReader, isNetwork, networkTest, normalizeNetwork } from './client-address.ts';
import { rateOf } from './config.ts';
import { TestAgent, TestCommunity } from './testing/community.ts';
import { sendRequest } from './testing/http.ts';

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test('uses only hops added by trusted proxies', () => {
  const direct = addressReader([]);
  expect(direct(requestFrom('198.51.100.1', '203.0.113.9'))).toBe('198.51.100.1');
  for (const mapped of ['::ffff:198.51.100.1', '::FFFF:c633:6401', '0:0:0:0:0:ffff:c633:6401']) {
    expect(direct(requestFrom(mapped)), mapped).toBe('198.51.100.1');
  }

  const proxied = addressReader(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const cases: [string, string | undefined, string][] = [
    // A client that bypasses the proxy.
    ['198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    // The first address was sent by the client, the second added by the proxy.
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
    expect(proxied(requestFrom(remote, forwarded)), `${remote} ${forwarded}`).toBe(expected);
  }
});

test('accepts addresses and networks as proxies', () => {
  for (const good of ['127.0.0.1', '::1', '10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::/128'])
    expect(isNetwork(good), good).toBe(true);
  for (const bad of ['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '1.2.3', '10.0.0.0/-1']) {
    expect(isNetwork(bad), bad).toBe(false);
  }
});

test('spells each network in one way, which has the same addresses', () => {
  const spellings: [network: string, ...others: string[]][] = [
    ['1.2.3.0/24', '1.2.3.4/24', '1.2.3.255/024', '::ffff:1.2.3.0/120', '::ffff:102:304/120'],
    ['1.2.3.4', '1.2.3.4/32', '::ffff:1.2.3.4', '::ffff:1.2.3.4/128'],
    ['10.0.0.0/8', '10.9.8.7/08', '::ffff:10.0.0.0/104'],
    ['0.0.0.0/0', '::ffff:0:0/96'],
    ['::/24', '::ffff:1.2.3.0/24'],
    ['2001:db8::/48', '2001:DB8::1/48', '2001:db8:0:ffff::/48'],
    ['fe80::/64', 'fe80::1%eth0/64'],
    ['2001:db8::1', '2001:db8::1/128', '2001:db8:0:0:0:0:0:1'],
  ];
  for (const [network, ...others] of spellings)
    for (const spelling of [network, ...others]) expect(normalizeNetwork(spelling), spelling).toBe(network);
  const includes = networkTest(['::ffff:10.0.0.0/104', '2001:db8::1/48']);
  expect(['10.1.2.3', '11.0.0.0', '2001:db8::2', '2001:db9::1'].map(includes)).toEqual([true, false, true, false]);
});

test('normalizes an address for its network', () => {
  const direct = addressReader([]);
  expect(networksOf(direct(requestFrom('FE80:0::1%eth0')))).toEqual([
    'fe80:0:0:0::/64',
    'fe80:0:0:0::/56',
    'fe80:0:0::/48',
  ]);
});

test('a whole IPv6 network shares one rate limit', async () => {
  const community = await TestCommunity.start({ rates: { registration: rateOf(5) }, proxies: ['127.0.0.1'] });
  const accepted = async (count: number, address: (i: number) => string) => {
    const responses = Array.from({ length: count }, (_, i) =>
      sendRequest(community.url, {
        method: 'GET',
        target: '/api/v1/auth/challenge',
        headers: { 'X-Forwarded-For': address(i) },
      }),
    );
    return (await Promise.all(responses)).filter(({ status }) => status === 200).length;
  };
  try {
    expect(await accepted(100, (i) => `2001:db8:1:2200::${i.toString(16)}`)).toBe(5);
    // The /56 around it has four times as much.
    expect(await accepted(100, (i) => `2001:db8:1:22${(i + 1).toString(16).padStart(2, '0')}::1`)).toBe(15);
    expect(await accepted(100, (i) => `2001:db8:1:2300::${i.toString(16)}`)).toBe(5);
    expect(await accepted(20, (i) => `::ffff:192.0.2.${i}`)).toBe(20);
    expect(await accepted(20, () => '::ffff:c633:6401')).toBe(5);
  } finally {
    await community.dispose();
  }
});

test('rate limits by address apply to the client behind a trusted proxy', async () => {
  const rates = { registration: rateOf(1), strangers: rateOf(1), signed: null };
  const challenge = (community: TestCommunity, forwarded: string) =>
    sendRequest(community.url, {
      method: 'GET',
      target: '/api/v1/auth/challenge',
      headers: { 'X-Forwarded-For': forwarded },
    }).then(({ status }) => status);
  const proxied = await TestCommunity.start({ rates, proxies: ['127.0.0.1'] });
  try {
    expect(await challenge(proxied, '203.0.113.1')).toBe(200);
    expect(await challenge(proxied, '203.0.113.1')).toBe(429);
    expect(await challenge(proxied, '203.0.113.2, 203.0.113.1')).toBe(429);
    expect(await challenge(proxied, '203.0.113.2')).toBe(200);
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const stranger = async (forwarded: string) =>
      (await new TestAgent(proxied).send({ ...list, headers: { 'X-Forwarded-For': forwarded } })).status;
    expect([await stranger('203.0.113.1'), await stranger('203.0.113.1'), await stranger('203.0.113.2')]).toEqual([
      403, 429, 403,
    ]);
    // Requests without X-Forwarded-For come from the operator.
    for (let i = 0; i < 3; i += 1) expect(await challenge(proxied, '')).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await new TestAgent(proxied).send(list)).status).toBe(403);
  } finally {
    await proxied.dispose();
  }
  const open = await TestCommunity.start({ rates });
  try {
    expect(await challenge(open, '203.0.113.1')).toBe(200);
    expect(await challenge(open, '203.0.113.2')).toBe(429);
  } finally {
    await open.dispose();
  }
});
