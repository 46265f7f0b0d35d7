import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf, TestAgent, TestCommunity } from '../../service/testing/community.ts';
import { sendRequest } from '../../service/testing/http.ts';
import { type CommunityRoute, communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isAudienceMark } from '../../shared/signing/audience.ts';
import { sessionText } from '../../shared/signing/texts.ts';
import { type HttpServer, startHttpServer } from '../../shared/testing/http-server.ts';
import { holdKey } from '../identity/signer.ts';
import { type CommunityClient, createCommunityClient } from './client.ts';
import { register } from './registration.ts';

interface Received {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The victim's own community, and a malicious one that keeps what its members sign. */
let home: TestCommunity;
let trap: HttpServer;
let received: Received[] = [];
/** What the malicious community returns. */
let respond: (request: Received) => Promise<unknown> | unknown = () => ({});

const seed = randomBytes(32);
const { signer } = holdKey(Uint8Array.from(seed));
const { publicKey } = signer;
const clientOf = (url: string): CommunityClient => createCommunityClient({ url: () => url, signer });

const params = {
  id: 1,
  post_id: '7c21e0aa-1111-4222-8333-123456789abc',
  session_id: 'a'.repeat(64),
  protocol_id: 'b'.repeat(64),
  path: 'index.html',
  block_id: 1,
};
const queries: { [route in CommunityRoute]?: object } = {
  'GET /api/v1/agents/{id}/head-to-head': { with: 1 },
  'GET /api/v1/agents/search': { name: 'ada' },
  'GET /api/v1/protocols/deprecated': { protocol_ids: [params.protocol_id] },
};
const body = { text: 'signed by a member' };

/** Every member call, whatever the community makes of it. */
async function callRoute(client: CommunityClient, route: CommunityRoute): Promise<string> {
  const { method } = /^(?<method>[A-Z]+)/.exec(route)!.groups!;
  const query = queries[route] ?? {};
  const parts = { params, query, ...(method === 'GET' || method === 'DELETE' ? {} : { body }) };
  return client.call(route, parts as never, { timeoutMs: 2_000 }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ParlorError ? error.code : String(error)),
  );
}

async function replay({ method, target, headers, body }: Received, changed: IncomingHttpHeaders = {}) {
  const copied = Object.fromEntries(
    Object.entries({ ...headers, ...changed }).filter(([name]) => name !== 'connection'),
  );
  const response = await sendRequest(home.url, {
    method,
    target,
    headers: copied as never,
    ...(body.length ? { body } : {}),
  });
  return home.parseResponse(response).code;
}

const signedRoutes = communityRoutes.filter((route) => communityApi[route].access === 'signed');

beforeAll(async () => {
  home = await TestCommunity.start();
  home.now = Date.now();
  trap = await startHttpServer((request, response) => {
    const answer = async () => {
      const parts = { method: request.method!, target: request.url!, headers: request.headers };
      const seen = { ...parts, body: await buffer(request) };
      received.push(seen);
      const value = await respond(seen);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    };
    answer().catch(() => response.destroy());
  });
  await register({ client: clientOf(home.url), signer, nickname: 'ada', bio: 'My own words.' });
});
afterAll(async () => {
  trap.close();
  await home.dispose();
});

describe('a request signed for one community is refused by another', () => {
  test.each(signedRoutes)('%s', async (route) => {
    received = [];
    await callRoute(clientOf(trap.url), route);
    expect(received).toHaveLength(1);
    const [seen] = received as [Received];
    expect(isAudienceMark(String(seen.headers['x-request-id']))).toBe(true);
    const { host } = new URL(home.url);
    expect(await replay(seen, { host })).toBe('wrong_audience');
    // Whoever replays a request chooses every header that isn't signed.
    expect(await replay(seen)).toBe('wrong_audience');
    const forwarded = { 'x-forwarded-host': new URL(trap.url).host, forwarded: `host=${new URL(trap.url).host}` };
    expect(await replay(seen, forwarded)).toBe('wrong_audience');
    // The mark is signed like the rest.
    expect(await replay(seen, { 'x-request-id': randomBytes(16).toString('hex') })).toBe('invalid_signature');
    expect(await callRoute(clientOf(home.url), route)).not.toMatch(/audience|signature|stale|replayed|unregistered/);
  });

  test('by every name of this computer', async () => {
    const { port } = new URL(home.url);
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await callRoute(clientOf(`http://${host}:${port}`), 'GET /api/v1/inbox')).toBe('accepted');
  });
});

test('a registration can’t be replayed elsewhere to change a member’s name or bio', async () => {
  received = [];
  const elsewhere = clientOf(home.url);
  respond = async ({ target }) => {
    if (target === '/api/v1/auth/challenge') return (await elsewhere.call('GET /api/v1/auth/challenge', {})).body;
    throw new Error('not registered here');
  };
  // The malicious community doesn't know the key, so the client registers.
  const client: CommunityClient = {
    ...clientOf(trap.url),
    call: (async (route: CommunityRoute, parts: never) =>
      route === 'GET /api/v1/agents'
        ? Promise.reject(new ParlorError('not_found', 'There is no such resource.'))
        : clientOf(trap.url).call(route, parts)) as CommunityClient['call'],
  };
  await expect(register({ client, signer, nickname: 'ada', bio: 'My own words.' })).rejects.toMatchObject({
    code: 'wrong_audience',
  });
  expect(received.map(({ target }) => target)).toEqual(['/api/v1/auth/challenge']);
});

test('a session proof is worth nothing in another community', async () => {
  const host = await home.agent('mallory');
  const guest = new TestAgent(home, seed);
  const proof = (session_nonce: string) => {
    const parts = {
      ...{ post_id: params.post_id, host_public_key: host.public_key, guest_public_key: publicKey },
      ...{ protocol_id: params.protocol_id, session_nonce },
    };
    const text = sessionText(parts);
    return { ...parts, host_signature: host.sign(text), guest_signature: guest.sign(text) };
  };
  const post = async (nonce: string) => (await host.call('POST /api/v1/sessions', { body: proof(nonce) })).code;
  expect(await post(clientOf(trap.url).mark())).toBe('wrong_audience');
  expect(await post(clientOf(home.url).mark())).toBeUndefined();
  expect(await post(randomBytes(8).toString('hex'))).toBeUndefined();
});

test('clients of the existing network, which know no marks, are served', async () => {
  const stranger = await home.agent('grace');
  expect((await stranger.call('GET /api/v1/inbox')).status).toBe(200);
  for (const digits of [16, 32, 64]) {
    const request = { method: 'GET', target: '/api/v1/inbox' };
    const headers = stranger.headers(request, undefined, randomBytes(digits / 2).toString('hex'));
    expect((await stranger.send({ ...request, headers })).status).toBe(200);
  }
});

describe('addresses of a community behind a proxy', () => {
  const request = { method: 'GET', target: '/api/v1/inbox' };
  const names = ['https://play.example', 'http://192.168.1.20:7400'];

  async function codesOf(community: TestCommunity, addresses: string[], more = {}): Promise<unknown[]> {
    const agent = await community.agent('ada');
    return Promise.all(
      addresses.map(async (address) => {
        const mark = clientOf(address).mark();
        const headers = { ...agent.headers(request, undefined, mark), ...more };
        return (await agent.send({ ...request, headers })).code;
      }),
    );
  }

  const wrong = 'wrong_audience';
  const configured = { publicUrls: ['https://PLAY.example:443/club', 'https://alias.example'] };
  const others = ['http://play.example', 'https://play.example:8443', names[1]!];
  const ownNames = ({ url }: TestCommunity) => [url, `http://localhost:${new URL(url).port}`];

  test('are those of --public-url, and those that its parent announces', async () => {
    const community = await TestCommunity.start(configured);
    expect(await codesOf(community, ['https://play.example', 'https://alias.example'])).toEqual([undefined, undefined]);
    expect(await codesOf(community, others)).toEqual([wrong, wrong, wrong]);
    community.announceUrls([names[1]!]);
    expect(await codesOf(community, [names[1]!])).toEqual([undefined]);
    community.announceUrls([]);
    expect(await codesOf(community, [names[1]!])).toEqual([wrong]);
    await community.dispose();
  });

  test('its private address, which other communities have too, is none of them', async () => {
    const community = await TestCommunity.start(configured);
    // A proxy that isn't trusted also connects from this computer.
    expect(await codesOf(community, ownNames(community))).toEqual([wrong, wrong]);
    await community.dispose();
  });

  test('except for programs of the same computer that pass by a trusted proxy', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.9' };
    for (const publicUrls of [configured.publicUrls, []]) {
      const community = await TestCommunity.start({ publicUrls, proxies: ['127.0.0.1'] });
      expect(await codesOf(community, ownNames(community))).toEqual([undefined, undefined]);
      expect(await codesOf(community, ownNames(community), forwarded)).toEqual([wrong, wrong]);
      await community.dispose();
    }
  });

  test('may differ for the two sides of a session: a host confirms what its guest signed for another address', async () => {
    const community = await TestCommunity.start({ publicUrls: configured.publicUrls, proxies: ['127.0.0.1'] });
    const [host, guest] = [await community.agent('ada'), await community.agent('grace')];
    const proof = () => {
      const session_nonce = clientOf(community.url).mark();
      const keys = { host_public_key: host.public_key, guest_public_key: guest.public_key };
      const parts = { post_id: params.post_id, protocol_id: params.protocol_id, session_nonce, ...keys };
      const text = sessionText(parts);
      return { ...parts, host_signature: host.sign(text), guest_signature: guest.sign(text) };
    };
    const confirm = async (body: object) => {
      const request = requestOf('POST /api/v1/sessions', { body: body as never });
      const headers = { ...host.headers(request), 'X-Forwarded-For': '203.0.113.9' };
      return (await host.send({ ...request, headers })).code;
    };
    const accepted = proof();
    expect((await guest.call('POST /api/v1/sessions', { body: accepted })).status).toBe(201);
    expect(await confirm(accepted)).toBeUndefined();
    // Nothing shows that this one was signed for this community.
    expect(await confirm(proof())).toBe(wrong);
    await community.dispose();
  });

  test('are all names of the connection if no other is configured', async () => {
    const community = await TestCommunity.start();
    expect(await codesOf(community, [...ownNames(community), ...names])).toEqual([undefined, undefined, wrong, wrong]);
    await community.dispose();
  });

  test('of which a service without any marks no challenge', async () => {
    const community = await TestCommunity.start({ proxies: ['127.0.0.1'] });
    const head = { method: 'GET', target: '/api/v1/auth/challenge', headers: { 'X-Forwarded-For': '203.0.113.9' } };
    const { nonce } = JSON.parse((await sendRequest(community.url, head)).text);
    expect(nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(isAudienceMark(nonce)).toBe(false);
    await community.dispose();
  });

  test('don’t matter with --public-url any', async () => {
    const community = await TestCommunity.start({ publicUrls: 'any' });
    expect(await codesOf(community, names)).toEqual([undefined, undefined]);
    await community.dispose();
  });

  test('a challenge is marked for the one that the client uses', async () => {
    const community = await TestCommunity.start({ publicUrls: names, proxies: ['127.0.0.1'] });
    const challengeAt = async (host: string) => {
      const head = { method: 'GET', target: '/api/v1/auth/challenge', headers: { Host: host } };
      return JSON.parse((await sendRequest(community.url, head)).text).nonce as string;
    };
    for (const address of [...names, community.url]) {
      const nonce = await challengeAt(new URL(address).host);
      clientOf(address).requireAudience(nonce);
      expect(() => clientOf('https://elsewhere.example').requireAudience(nonce)).toThrow(
        expect.objectContaining({ code: 'wrong_audience' }),
      );
    }
    // A forged host gets nothing that a client of that host would sign.
    const forged = await challengeAt('elsewhere.example');
    expect(() => clientOf('https://elsewhere.example').requireAudience(forged)).toThrow();
    await community.dispose();
  });
});
