/** The LAN proxy in front of a real community: requests pass unchanged, except that only the proxy determines their origin. */
import { type ClientRequestArgs, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { register } from '../community/registration.ts';
import { openIdentity } from '../identity/identity.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { ownAddresses, urlAt } from './addresses.ts';
import { type LanProxy, openLanProxy } from './lan-proxy.ts';

const dir = temporaryFolder();
let service: Service;
let proxy: LanProxy;
const visitors: number[] = [];
/** A non-loopback address if this machine has one: the service treats requests from there as remote. */
const address = ownAddresses()[0]?.address ?? '127.0.0.1';
const isRemote = address !== '127.0.0.1';
const at = () => urlAt(address, proxy.port);

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'), [
    ...['--trust-proxy', '127.0.0.1', '--rate', 'registration=5', '--rate', 'strangers=5', '--rate', 'signed=50'],
  ]);
  proxy = await openLanProxy({
    targetUrl: service.url,
    host: address,
    port: 0,
    onVisitors: (count) => visitors.push(count),
  });
});
afterAll(async () => {
  await proxy.close();
  await service.dispose();
});

function send(options: ClientRequestArgs, body: string[] = []): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: address, port: proxy.port, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode!, text }));
    });
    request.once('error', reject);
    for (const part of body) request.write(part);
    request.end();
  });
}

/** The response to sendRaw bytes, once the connection has closed or has been quiet for a while. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(proxy.port, address, () => socket.write(text));
    let answer = '';
    socket.setTimeout(15_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
  });
}

test('passes registration, requests and live events through', async () => {
  const identity = await openIdentity({ dataDir: dir, keychain: null });
  await identity.create({ nickname: 'ada', bio: '', passphrase: null });
  const { signer } = identity;
  const client = createCommunityClient({ url: at, signer });
  await register({ client, signer, nickname: 'ada', bio: '' });
  const { body } = await client.call('GET /api/v1/invitations', { query: { limit: 10 } });
  expect(body.results).toEqual([]);
  // The first event arrives before the stream ends.
  const live = new AbortController();
  for await (const { event } of client.events({ signal: live.signal })) {
    expect(event).toEqual({ type: 'hello' });
    break;
  }
  live.abort();
  // Requests from this computer itself are not counted.
  expect(visitors).toEqual([]);
});

test('ignores forwarding headers set by clients', async () => {
  const challenge = (spoofed: string) =>
    send({ path: '/api/v1/auth/challenge', headers: { 'X-Forwarded-For': spoofed, Forwarded: `for=${spoofed}` } });
  const all = await Promise.all(Array.from({ length: 12 }, (_, index) => challenge(`203.0.113.${index}`)));
  const refused = all.filter(({ status }) => status === 429).length;
  // All requests count against the one address they really came from.
  if (isRemote) expect(refused).toBeGreaterThanOrEqual(5);
  else expect(refused).toBe(0);
});

test('does not let a request body smuggle a second request', async () => {
  const hidden = 'GET /api/v1/version HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = await send({ path: '/api/v1/version', headers: { 'Transfer-Encoding': 'chunked' } }, [hidden]);
  expect(chunked.status).toBe(400);
  expect(JSON.parse(chunked.text)).toMatchObject({ code: 'unexpected_body' });
  const both = await sendRaw(
    `POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  );
  expect(both.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(both).toMatch(/^HTTP\/1\.1 400 /);
});

test('keeps running after unsupported methods, odd targets and long headers', async () => {
  expect((await send({ path: '/api/v1/version', method: 'PUT' })).status).toBe(405);
  expect((await send({ path: '/nothing' })).status).toBe(404);
  expect((await send({ path: '/api/v1/inbox', method: 'POST' })).status).toBe(401);
  for (const target of ['http://elsewhere.example/', '*', '/\u00e4', '/a#b']) {
    const answer = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer, target).not.toMatch(/^HTTP\/1\.1 200/);
  }
  expect(await sendRaw(`CONNECT ${new URL(service.url).host} HTTP/1.1\r\nHost: x\r\n\r\n`)).toBe('');
  expect(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect((await send({ path: '/api/v1/version' })).status).toBe(200);
});

test('refuses a body that is too large before it has arrived', async () => {
  const answer = await sendRaw(
    'POST /api/v1/inbox HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nContent-Type: application/json\r\n\r\n{"a":"',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toMatch(/connection: close/i);
});

test('chooses another port if the given one is taken, and rejects addresses of other computers', async () => {
  const second = await openLanProxy({
    targetUrl: service.url,
    host: address,
    port: proxy.port,
    portTimeoutMs: 0,
    onVisitors: () => {},
  });
  expect(second.port).not.toBe(proxy.port);
  await second.close();
  for (const host of ['203.0.113.7', 'localhost']) {
    await expect(openLanProxy({ targetUrl: service.url, host, port: 0, onVisitors: () => {} })).rejects.toThrow();
  }
});

test('drops connections while the community is unreachable', async () => {
  const nowhere = await openLanProxy({ targetUrl: 'http://127.0.0.1:9', host: address, port: 0, onVisitors: () => {} });
  await expect(send({ path: '/api/v1/version', port: nowhere.port })).rejects.toThrow();
  await nowhere.close();
});
