/** What is computed for callers whose requests fail: nothing once their address, or all strangers together, have used up their rate. */
import { expect, test } from 'vitest';
import { rateOf } from '../config.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import type { RawRequest } from '../testing/http.ts';

const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
const from = (address: string): RawRequest => ({ ...list, headers: { 'X-Forwarded-For': address } });

async function withCommunity(strangers: number, work: (community: TestCommunity) => Promise<void>): Promise<void> {
  const community = await TestCommunity.start({ rates: { strangers: rateOf(strangers) }, proxies: ['127.0.0.1'] });
  try {
    await work(community);
  } finally {
    await community.dispose();
  }
}

test('failed signatures count for their address, also with a registered key', () =>
  withCommunity(3, async (community) => {
    const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
    const forged = { 'X-Public-Key': ann.public_key };
    const codeOf = async (agent: TestAgent, address: string, headers = {}) =>
      (await agent.send({ ...list, headers: { ...from(address).headers, ...headers } })).code;
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push(await codeOf(bob, '203.0.113.1', forged));
    expect(codes).toEqual([...Array(3).fill('invalid_signature'), 'rate_limited', 'rate_limited']);
    // Whose key it is isn't known without verifying a signature.
    expect(await codeOf(ann, '203.0.113.1')).toBe('rate_limited');
    expect(await codeOf(ann, '203.0.113.2')).toBeUndefined();
    community.now += 1000;
    expect(await codeOf(ann, '203.0.113.1')).toBeUndefined();
  }));

test.each([
  ['/64', 3, (number: number) => `2001:db8:1:1::${number.toString(16)}`],
  ['/56', 12, (number: number) => `2001:db8:1:1${number.toString(16).padStart(2, '0')}::1`],
  ['/48', 48, (number: number) => `2001:db8:1:${number.toString(16)}00::1`],
])('failed signatures of a whole IPv6 %s are limited, and its neighbours are not', (_, most, addressOf) =>
  withCommunity(3, async (community) => {
    const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
    const codes: (string | undefined)[] = [];
    for (let number = 1; number <= most + 2; number += 1) {
      const { headers } = from(addressOf(number));
      codes.push((await bob.send({ ...list, headers: { ...headers, 'X-Public-Key': ann.public_key } })).code);
    }
    expect(codes).toEqual([...Array(most).fill('invalid_signature'), 'rate_limited', 'rate_limited']);
    expect((await ann.send(from('2001:db8:2::1'))).status).toBe(200);
  }),
);

test('unregistered keys count for their address, whether their signatures hold or not', () =>
  withCommunity(3, async (community) => {
    const ann = await community.agent('Ann');
    const codeOf = async (headers = {}) =>
      (await new TestAgent(community).send({ ...list, headers: { ...from('203.0.113.1').headers, ...headers } })).code;
    const unsigned = { 'X-Signature': '0'.repeat(128) };
    expect([await codeOf(unsigned), await codeOf(), await codeOf(unsigned), await codeOf()]).toEqual([
      'invalid_signature',
      'unregistered_key',
      'invalid_signature',
      'rate_limited',
    ]);
    expect((await ann.send(from('203.0.113.2'))).status).toBe(200);
  }));

test('the keys of strangers are checked at one rate, however many addresses they have', () =>
  withCommunity(10, async (community) => {
    const ann = await community.agent('Ann');
    const codes: (string | undefined)[] = [];
    for (let number = 0; number < 120; number += 1)
      codes.push((await new TestAgent(community).send(from(`198.51.100.${number}`))).code);
    expect(codes).toEqual([...Array(100).fill('unregistered_key'), ...Array(20).fill('rate_limited')]);
    expect((await ann.send(from('198.51.100.7'))).status).toBe(200);
  }));
