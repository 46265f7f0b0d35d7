import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateOf } from '../config.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { sendBytes, sendRequest } from '../testing/http.ts';
import { postgresUrl } from '../testing/postgres-url.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const statusLine = (text: string) => text.split('\r\n', 1)[0];
/** Status and code of the response to a request sent as bytes, with a Host header and `Connection: close`. */
async function raw(requestLine: string, headers: string[] = [], body = ''): Promise<[string, string]> {
  const head = [requestLine, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
  const text = await sendBytes(community.url, head + body);
  return [statusLine(text)!.split(' ')[1]!, JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).code];
}

test('accepts only paths in visible ASCII as targets', async () => {
  for (const target of ['http://x/health', '/health#top', '*', '/he\x80alth', '/he\u00e4lth']) {
    expect(await raw(`GET ${target} HTTP/1.1`), target).toEqual(['400', 'malformed_request']);
  }
});

test('matches paths without normalization', async () => {
  for (const path of [
    '//health',
    '/health/',
    '/HEALTH',
    '/%68ealth',
    '/./health',
    '/api/v1/../v1/version',
    '/api/v1/agents/%31',
  ]) {
    expect(await raw(`GET ${path} HTTP/1.1`), path).toEqual(['404', 'not_found']);
  }
  for (const id of ['0', '01', '-1', '1.0', 'x', '99999999999999999999', '__proto__']) {
    expect(await raw(`GET /api/v1/agents/${id} HTTP/1.1`), id).toEqual(['404', 'not_found']);
  }
});

test('answers an unsupported method with the allowed ones', async () => {
  const response = await sendRequest(community.url, { method: 'PUT', target: '/api/v1/invitations' });
  expect([response.status, response.headers.allow, JSON.parse(response.text).code]).toEqual([
    405,
    'POST, GET, HEAD',
    'method_not_allowed',
  ]);
  expect((await sendRequest(community.url, { method: 'OPTIONS', target: '/health' })).status).toBe(405);
});

test('answers HEAD like GET without the body, on public, signed and streaming routes', async () => {
  for (const target of ['/health', '/openapi.json', '/api/v1/version', '/api/v1/agents/999', '/nothing']) {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => sendRequest(community.url, { method, target })),
    );
    const { status, headers } = head!;
    expect([status, headers['content-type'], headers['content-length']], target).toEqual([
      get!.status,
      get!.headers['content-type'],
      get!.headers['content-length'],
    ]);
    expect(head!.text).toBe('');
  }
  expect(await ann.send({ method: 'HEAD', target: '/api/v1/invitations' })).toMatchObject({ status: 200, text: '' });
  const unsigned = await sendRequest(community.url, { method: 'HEAD', target: '/api/v1/invitations' });
  expect(unsigned.status).toBe(401);
  const stream = await ann.send({ method: 'HEAD', target: '/api/v1/events' });
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
});

test('accepts GET and DELETE with a JSON content type and no body', async () => {
  const get = { method: 'GET', target: '/api/v1/invitations' };
  expect((await ann.send(get)).status).toBe(200);
  const gone = { method: 'DELETE', target: '/api/v1/invitations/00000000-0000-4000-8000-000000000000' };
  expect(await ann.send(gone)).toMatchObject({ status: 404, code: 'not_found' });
});

test('rejects GET and DELETE with a body', async () => {
  const chunked = ['Transfer-Encoding: chunked'];
  expect(await raw('GET /health HTTP/1.1', ['Content-Length: 2'], '{}')).toEqual(['400', 'unexpected_body']);
  expect(await raw('GET /health HTTP/1.1', chunked, '2\r\n{}\r\n0\r\n\r\n')).toEqual(['400', 'unexpected_body']);
  const removal = 'DELETE /api/v1/invitations/x HTTP/1.1';
  expect(await raw(removal, ['Content-Length: 1'], ' ')).toEqual(['400', 'unexpected_body']);
  // An empty chunked body counts as no body.
  expect(
    (
      await sendBytes(
        community.url,
        'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      )
    ).startsWith('HTTP/1.1 200'),
  ).toBe(true);
});

test('rejects a body beyond the limit before reading it', async () => {
  const register = 'POST /api/v1/auth/register HTTP/1.1';
  expect(await raw(register, ['Content-Length: 131073'])).toEqual(['413', 'payload_too_large']);
  const chunk = `${(70_000).toString(16)}\r\n${' '.repeat(70_000)}\r\n`;
  expect(await raw(register, ['Transfer-Encoding: chunked'], chunk + chunk)).toEqual(['413', 'payload_too_large']);
  const exact = ' '.repeat(131_072);
  expect(await raw(register, ['Content-Length: 131072'], exact)).toEqual(['400', 'malformed_json']);
});

test('accepts only strict JSON in UTF-8', async () => {
  const cases: [string | Uint8Array, string, string][] = [
    ['', 'malformed_json', ''],
    ['{', 'malformed_json', ''],
    ['{"a":1,}', 'malformed_json', ''],
    ['{"a":{"b":1,"b":2}}', 'duplicate_key', '/a/b'],
    ['{"a":"\\ud800"}', 'malformed_json', '/a'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'malformed_json', '/0'.repeat(34)],
    ['[]', 'invalid_field', ''],
    ['null', 'invalid_field', ''],
  ];
  for (const [body, code, pointer] of cases) {
    const outcome = community.parseResponse(
      await sendRequest(community.url, { method: 'POST', target: '/api/v1/auth/register', body }),
    );
    expect([outcome.status, outcome.code, outcome.body.errors[0].pointer], String(body)).toEqual([400, code, pointer]);
  }
  for (const body of [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x1f, 0x8b, 0x08, 0x00])]) {
    const outcome = community.parseResponse(
      await sendRequest(community.url, { method: 'POST', target: '/api/v1/auth/register', body }),
    );
    expect([outcome.status, outcome.code]).toEqual([400, 'malformed_json']);
  }
});

test('accepts each query parameter once', async () => {
  const target = (query: string) => ({ method: 'GET', target: `/api/v1/protocols?${query}` });
  for (const query of [
    'limit=5&limit=5',
    'limit=0',
    'limit=101',
    'limit=',
    'limit=1e1',
    'limit=05',
    'status=',
    'status=new',
    'cursor=x',
    'offset=1',
  ]) {
    const outcome = await ann.send(target(query));
    expect([outcome.status, outcome.code, outcome.body.errors[0].in], query).toEqual([400, 'invalid_field', 'query']);
  }
  for (const query of ['limit=1', 'limit=100', 'offset=0', 'status=active', 'else=what', '', 'limit=%35']) {
    expect((await ann.send(target(query))).status, query).toBe(200);
  }
});

test('answers bytes that are not HTTP with a short error', async () => {
  const broken = [
    '\r\n\r\nhello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    '\0\0\0',
  ];
  for (const bytes of broken) expect(statusLine(await sendBytes(community.url, bytes)), bytes).toContain(' 400 ');
  const long = `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
  expect(statusLine(await sendBytes(community.url, long))).toContain(' 431 ');
  expect((await community.get('GET /health')).status).toBe(200);
});

test('answers pipelined requests in order', async () => {
  const first = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  const second = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const last = 'GET /api/v1/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const text = await sendBytes(community.url, first + second + last);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['200', '404', '200']);
});

test('serves other connections between the pipelined requests of one', async () => {
  const { hostname, port } = new URL(community.url);
  const sockets = Array.from({ length: 2 }, () => connect(Number(port), hostname).setEncoding('latin1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const [pipelining, single] = sockets;
  const health = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  let responses = 0;
  pipelining!.on('data', (text: string) => {
    responses += text.split('HTTP/1.1 200').length - 1;
  });
  pipelining!.write(health.repeat(100));
  single!.write(health);
  await once(single!, 'data');
  expect(responses).toBeLessThan(100);
  while (responses < 100) await once(pipelining!, 'data');
  for (const socket of sockets) socket.destroy();
});

test('does not parse a rejected body as the next request', async () => {
  const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  const text = await sendBytes(
    community.url,
    `GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  );
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['400']);
});

test('survives aborted requests', async () => {
  const { hostname, port } = new URL(community.url);
  for (let i = 0; i < 20; i += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write('POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"pu');
        socket.resetAndDestroy();
      });
      socket.once('close', () => resolve());
    });
  }
  expect((await community.get('GET /health')).status).toBe(200);
});

test('completes a running request when the service stops', async () => {
  const ending = await TestCommunity.start();
  try {
    const { hostname, port } = new URL(ending.url);
    const socket = connect(Number(port), hostname);
    const idle = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    const closed = Promise.all([socket, idle].map((each) => new Promise((resolve) => each.once('close', resolve))));
    const request =
      'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';
    socket.write(request);
    // 100 Continue shows that the service has received the head.
    while (!Buffer.concat(chunks).includes('100 Continue'))
      await new Promise((resolve) => socket.once('data', resolve));
    const stopped = ending.stop();
    await expect(sendBytes(ending.url, request)).rejects.toThrow('ECONNREFUSED');
    socket.write('{}');
    await stopped;
    await closed;
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain('HTTP/1.1 400');
    expect(text).toContain('Connection: close');
  } finally {
    await ending.dispose();
  }
});

/** On PostgreSQL, token buckets use the database's clock; storage/postgres.test.ts covers them. */
const usesServiceClock = postgresUrl() === null;

test.skipIf(!usesServiceClock)('enforces rate limits', async () => {
  const rates = { registration: rateOf(2), strangers: rateOf(1), public: rateOf(3), signed: rateOf(5) };
  const strict = await TestCommunity.start({ rates });
  try {
    const bob = await strict.agent('Bob');
    const challenge = await strict.get('GET /api/v1/auth/challenge');
    expect([challenge.status, challenge.code, challenge.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    const list = () => bob.call('GET /api/v1/protocols');
    const codes = [];
    for (let i = 0; i < 6; i += 1) codes.push((await list()).code);
    expect(codes).toEqual([...Array(5).fill(undefined), 'rate_limited']);
    strict.now += 200;
    expect((await list()).status).toBe(200);
    expect((await list()).code).toBe('rate_limited');
    const strangers = [new TestAgent(strict), new TestAgent(strict)];
    expect((await strangers[0]!.call('GET /api/v1/protocols')).code).toBe('unregistered_key');
    expect((await strangers[1]!.call('GET /api/v1/protocols')).code).toBe('rate_limited');
    // Those at the address with a registered key wait too, before anything is computed for them.
    strict.now += 200;
    expect((await list()).code).toBe('rate_limited');
    strict.now += 1000;
    expect((await list()).status).toBe(200);
    const leaders = async () => (await strict.get('GET /api/v1/karma/leaderboard')).status;
    expect([await leaders(), await leaders(), await leaders(), await leaders()]).toEqual([200, 200, 200, 429]);
    expect((await strict.get('GET /health')).status).toBe(200);
  } finally {
    await strict.dispose();
  }
});
