import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestText } from '../../shared/signing/texts.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { type RawRequest, sendRequest } from '../testing/http.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
const send = async (request: RawRequest) => community.parseResponse(await sendRequest(community.url, request));
const codeWith = async (headers: { [name: string]: string }, request = list) =>
  (await send({ ...request, headers })).code;
const signText = (agent: TestAgent, text: Uint8Array) => agent.sign(Buffer.from(text).toString());

test('requires every header and validates its syntax', async () => {
  const valid = ann.headers(list);
  for (const name of ['X-Public-Key', 'X-Signature', 'X-Timestamp', 'X-Request-Id']) {
    const { [name]: _, ...rest } = valid;
    expect(await send({ ...list, headers: rest })).toMatchObject({ status: 401, code: 'missing_signature' });
    expect(await codeWith({ ...valid, [name]: '' })).toBe('invalid_signature_header');
    expect(await codeWith({ ...valid, [name]: `${valid[name]} x` })).toBe('invalid_signature_header');
  }
  for (const name of ['X-Public-Key', 'X-Signature', 'X-Request-Id']) {
    expect(await codeWith({ ...valid, [name]: `A${valid[name]!.slice(1)}` }), name).toBe('invalid_signature_header');
  }
  for (const stamp of ['1.5', '-1', '+1', '01', '1e3', '0x10']) {
    expect(await codeWith({ ...valid, 'X-Timestamp': stamp })).toBe('invalid_signature_header');
  }
  expect(await codeWith(valid)).toBeUndefined();
});

test('the timestamp window is 300 seconds in both directions', async () => {
  community.now += 999 - (community.now % 1000);
  const now = Math.floor(community.now / 1000);
  const codes = [];
  for (const offset of [-301, -300, 300, 301]) codes.push(await codeWith(ann.headers(list, now + offset)));
  expect(codes).toEqual(['stale_timestamp', undefined, undefined, 'stale_timestamp']);
  const stale = await send({ ...list, headers: ann.headers(list, now - 9999) });
  expect(stale).toMatchObject({ status: 401, body: { server_time: new Date(community.now).toISOString() } });
});

test('the signature covers method, target, query and body exactly as sent', async () => {
  const post: RawRequest = { method: 'POST', target: '/api/v1/sessions?a=%2c+%7E', body: '{"é": 1}' };
  const headers = ann.headers(post);
  const changed: RawRequest[] = [
    { ...post, method: 'GET', target: '/api/v1/protocols', body: '' },
    { ...post, target: '/api/v1/sessions?a=%2C+%7E' },
    { ...post, target: '/api/v1/sessions?a=,+~' },
    { ...post, target: '/api/v1/sessions' },
    { ...post, body: '{"é":1}' },
    { ...post, body: '' },
  ];
  for (const request of changed) {
    expect(await send({ ...request, headers })).toMatchObject({ status: 401, code: 'invalid_signature' });
  }
  expect(await send({ ...post, headers })).toMatchObject({ status: 400, code: 'invalid_field' });
});

test('rejects a signature by another key', async () => {
  const bob = await community.agent('Bob');
  expect(await codeWith({ ...ann.headers(list), 'X-Public-Key': bob.public_key })).toBe('invalid_signature');
});

test('checks timestamp, signature, replay and registration in this order', async () => {
  const stranger = new TestAgent(community);
  const headers = stranger.headers(list);
  const refused = await send({ ...list, headers });
  expect(refused).toMatchObject({
    status: 403,
    code: 'unregistered_key',
    body: { message: 'public_key is not registered' },
  });
  expect(await codeWith(headers)).toBe('replayed_request');
  expect(await codeWith({ ...headers, 'X-Signature': '0'.repeat(128) })).toBe('invalid_signature');
  expect(await codeWith({ ...headers, 'X-Signature': '0'.repeat(128), 'X-Timestamp': '5' })).toBe('stale_timestamp');
  // The request id of a rejected request stays used after the registration.
  await stranger.register('Registered');
  expect(await codeWith(headers)).toBe('replayed_request');
  expect(await codeWith(stranger.headers(list))).toBeUndefined();
});

test('a request id works once per key, even after a restart, until it expires', async () => {
  const headers = ann.headers(list);
  expect(await codeWith(headers)).toBeUndefined();
  expect(await send({ ...list, headers })).toMatchObject({ status: 401, code: 'replayed_request' });
  await community.stop();
  await community.start();
  expect(await codeWith(headers)).toBe('replayed_request');
  community.advance(301);
  expect(await codeWith(headers)).toBe('stale_timestamp');

  const bob = await community.agent('Bob again');
  const text = requestText({
    timestamp: String(Math.floor(community.now / 1000)),
    method: 'GET',
    target: list.target,
    request_id: headers['X-Request-Id']!,
    body: new Uint8Array(0),
  });
  const same = { ...bob.headers(list), 'X-Request-Id': headers['X-Request-Id']!, 'X-Signature': signText(bob, text) };
  expect(await codeWith(same)).toBeUndefined();
});

test('serves exactly one of many copies of a request', async () => {
  const headers = ann.headers(list);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => send({ ...list, headers })));
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(outcomes.filter(({ code }) => code === 'replayed_request')).toHaveLength(49);
});

test('ignores signature headers on public routes', async () => {
  const health: RawRequest = { method: 'GET', target: '/health' };
  expect((await send({ ...health, headers: { 'X-Public-Key': 'nonsense', 'X-Timestamp': '0' } })).status).toBe(200);
  const challenge: RawRequest = { method: 'GET', target: '/api/v1/auth/challenge' };
  const headers = new TestAgent(community).headers(challenge);
  expect((await send({ ...challenge, headers })).status).toBe(200);
  expect((await send({ ...challenge, headers })).status).toBe(200);
});

const vectorsPath = '../shared/vectors/wire-vectors.json';
const wireVectors = readVectors();
test.skipIf(wireVectors === null)('verifies signatures of the existing client', () => {
  for (const vector of wireVectors!.request_signing) {
    const text = requestText({
      timestamp: vector.timestamp!,
      method: vector.method!,
      target: vector.path!,
      request_id: vector.request_id!,
      body: Buffer.from(vector.body_utf8!),
    });
    expect(Buffer.from(text).toString('hex')).toBe(vector.signed_bytes_hex);
    const host = new TestAgent(community, Buffer.from(wireVectors!.keys.host.private_key, 'hex'));
    expect(signText(host, text)).toBe(vector.signature);
  }
});

function readVectors(): {
  keys: { host: { private_key: string } };
  request_signing: { [name: string]: string }[];
} | null {
  try {
    return JSON.parse(readFileSync(vectorsPath, 'utf8'));
  } catch {
    console.log(`skipped: ${vectorsPath} is absent`);
    return null;
  }
}
