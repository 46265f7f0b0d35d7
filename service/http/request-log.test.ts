import { connect, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communityApi } from '../../shared/community/contract.ts';
import { errorForLog } from '../log.ts';
import { TestCommunity } from '../testing/community.ts';
import { sendBytes, sendRequest } from '../testing/http.ts';
import { createSampleData, readSampleData } from '../testing/sample-data.ts';

let community: TestCommunity;
let log = '';
const lines = () =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
beforeAll(async () => {
  community = await TestCommunity.start();
  await community.stop();
  const sink = {
    write: (text: string) => {
      log += text;
    },
  };
  await community.start({ log: pino({ level: 'trace' }, sink) });
});
afterAll(() => community.dispose());

/** Forwards connections to a service and records what clients send. */
async function recordingProxy(url: string): Promise<{ url: string; received: () => string; close: () => void }> {
  const chunks: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const service = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(client, service);
    client.on('data', (chunk) => chunks.push(chunk));
    for (const socket of [client, service]) socket.on('error', () => {});
    client.pipe(service).pipe(client);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => Buffer.concat(chunks).toString('latin1'),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Strings of the protocol that legitimately occur in both requests and the log. */
const allowedTokens = new Set([
  'application',
  'application/json',
  '127.0.0.1',
  'Connection',
  ...Object.keys(communityApi).flatMap((key) => key.split('/')),
]);

/** Everything in the requests that is long enough not to match by chance. */
const tokensOf = (received: string): Set<string> =>
  new Set(
    (received.match(/[^\s"'{}[\],:;=?&/\\]{8,}/g) ?? []).filter(
      (token) => !allowedTokens.has(token) && !/^X-|^Content-|^keep-alive$/i.test(token),
    ),
  );

test('logs no request data at any level', async () => {
  const service = community.url;
  const proxy = await recordingProxy(service);
  community.url = proxy.url;
  try {
    const data = await createSampleData(community);
    await readSampleData(community, data);
    const [ada] = data.agents;
    // Rejected requests: error messages may quote the request.
    await sendRequest(community.url, { method: 'GET', target: '/nowhere/secret-path?token=secret-query' });
    await sendRequest(community.url, { method: 'PUT', target: '/api/v1/agents/secret-agent' });
    await ada!.send({ method: 'GET', target: '/api/v1/protocols?limit=secret-limit' });
    await ada!.send({
      method: 'POST',
      target: '/api/v1/feedback',
      body: '{"secret-key":"secret-value","secret-key":1}',
    });
    await ada!.send({
      method: 'POST',
      target: '/api/v1/feedback',
      body: '{"session_id":"secret-session","amount":"x"}',
    });
    await ada!.send({ method: 'GET', target: '/health', headers: { 'X-Signature': 'secret-signature' } });
    await sendBytes(community.url, 'SECRET-METHOD secret-bytes\r\n\r\n');
    // A database error, whose message may quote values.
    await community.sql`DROP TABLE feedback`;
    const [session_id] = data.sessions;
    const broken = await ada!.call('POST /api/v1/feedback', {
      body: { session_id: session_id!, description: 'secret-description' },
    });
    expect([broken.status, broken.code]).toEqual([500, 'internal']);
    const tokens = tokensOf(proxy.received());
    expect(tokens.size).toBeGreaterThan(300);
    for (const seed of data.agents.map((agent) => Buffer.from(agent.seed)))
      tokens.add(seed.toString('hex')).add(seed.toString('base64'));
    // Route patterns are logged and share names with paths.
    const withoutRoutes = lines()
      .map(({ route, ...line }) => JSON.stringify(line))
      .join('\n');
    expect([...tokens].filter((token) => withoutRoutes.includes(token))).toEqual([]);
    expect(lines().filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(100);

    // The problem's `instance` is the request id in the log.
    const { instance } = broken.body;
    expect(broken.headers['request-id']).toBe(instance);
    expect(instance).toMatch(/^[0-9a-f]{12}$/);
    const failure = lines().find(({ request, level }) => request === instance && level === 50);
    expect(failure).toMatchObject({ route: 'POST /api/v1/feedback', code: 'internal' });
    expect(failure.err.at[0]).toMatch(/^at /);
    expect(lines().find(({ request, level }) => request === instance && level === 20)).toMatchObject({ status: 500 });
  } finally {
    proxy.close();
    community.url = service;
  }
});

test("every response has its own request id, independent of the caller's", async () => {
  const ann = await community.agent('Ann');
  const list = { method: 'GET', target: '/api/v1/protocols' };
  const headers = ann.headers(list);
  const responses = [
    await sendRequest(community.url, { ...list, headers }),
    await sendRequest(community.url, { ...list, headers }),
    await sendRequest(community.url, { method: 'GET', target: '/health' }),
    await sendRequest(community.url, { method: 'GET', target: '/nowhere' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 200, 404]);
  const ids = responses.map((response) => response.headers['request-id']);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  for (const { headers } of responses) expect(headers['x-request-id']).toBeUndefined();
  // Only internal errors have an `instance`.
  expect(responses.map(({ text }) => JSON.parse(text).instance)).toEqual([undefined, undefined, undefined, undefined]);
});

test('logs the class, codes and stack of an error, but not its message', () => {
  const error = Object.assign(new TypeError('cannot read "secret words"\nof two lines'), {
    code: '23505',
    detail: 'Key (public_key)=(secret) already exists.',
    parameters: ['secret'],
    constraint: 'agent_key',
    errno: { secret: 1 },
    cause: new Error('a secret below'),
  });
  const logged = JSON.stringify(errorForLog(error));
  expect(logged).not.toContain('secret');
  expect(logged).not.toContain('two lines');
  expect(errorForLog(error)).toMatchObject({ type: 'TypeError', code: '23505', constraint: 'agent_key' });
  expect(logged).toContain('request-log.test.ts');
  expect(errorForLog('secret')).toEqual({ type: 'string' });
});
