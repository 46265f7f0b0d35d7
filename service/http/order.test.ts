/** The order of checks (docs/decisions/002-service-http.md): for two faults in one request, the earlier check answers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../shared/community/limits.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { rateOf } from '../config.ts';
import { proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { type RawRequest, sendBytes, sendRequest } from '../testing/http.ts';
import { postgresUrl } from '../testing/postgres-url.ts';

/** Requests per second and key: more than one test case needs, yet quickly used up. */
const perSecond = 5;
/** PostgreSQL's buckets go by its own clock, which a test cannot hold. */
const isByOwnClock = postgresUrl() === null;
let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
let outsider: TestAgent;
let unregistered: TestAgent;
let running: string;
let ended: string;
beforeAll(async () => {
  const rate = isByOwnClock ? rateOf(perSecond) : null;
  const rates = { registration: null, strangers: rate, signed: rate };
  community = await TestCommunity.start({ rates });
  host = await community.agent('Host');
  guest = await community.agent('Guest');
  outsider = await community.agent('Outsider');
  unregistered = new TestAgent(community);
  const session = async () =>
    (await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, randomUUID(), 'a'.repeat(64)) })).body
      .session_id;
  running = await session();
  ended = await session();
  const params = { session_id: ended };
  await host.call('POST /api/v1/sessions/{session_id}/status', { params, body: { status: 'closed' } });
});
afterAll(() => community.dispose());

/** A valid request that faults are applied to. */
interface Draft {
  signer: TestAgent;
  method: string;
  path: (session_id: string) => string;
  session_id: string;
  /** Appended to the path, not signed. */
  fragment: string;
  body: string;
  /** Offset of the timestamp from the service's clock, in seconds. */
  offset: number;
  headers: { [name: string]: string };
  omitted: string[];
  usedBefore: boolean;
  tooOften: boolean;
}

const draft = (): Draft => ({
  signer: host,
  method: 'POST',
  path: (session_id) => `/api/v1/sessions/${session_id}/status`,
  session_id: running,
  fragment: '',
  body: '{"status":"closed"}',
  offset: 0,
  headers: {},
  omitted: [],
  usedBefore: false,
  tooOften: false,
});

function signed(signer: TestAgent, request: RawRequest, request_id: string, offset = 0): { [name: string]: string } {
  const timestamp = String(Math.floor(community.now / 1000) + offset);
  const body = Buffer.from(request.body ?? '');
  const text = requestText({ timestamp, method: request.method, target: request.target, request_id, body });
  return {
    'X-Public-Key': signer.public_key,
    'X-Signature': signer.sign(Buffer.from(text).toString()),
    'X-Timestamp': timestamp,
    'X-Request-Id': request_id,
  };
}

async function responseTo(wrong: Draft): Promise<[number, string | undefined]> {
  const request: RawRequest = { method: wrong.method, target: wrong.path(wrong.session_id), body: wrong.body };
  const request_id = randomBytes(16).toString('hex');
  const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
  if (wrong.usedBefore) {
    await sendRequest(community.url, { ...list, headers: signed(wrong.signer, list, request_id) });
  }
  if (wrong.tooOften) {
    const responses = await Promise.all(
      Array.from({ length: perSecond + 1 }, () =>
        sendRequest(community.url, { ...list, headers: wrong.signer.headers(list) }),
      ),
    );
    expect(responses.some(({ status }) => status === 429)).toBe(true);
  }
  const headers = { ...signed(wrong.signer, request, request_id, wrong.offset), ...wrong.headers };
  for (const name of wrong.omitted) delete headers[name];
  const target = request.target + wrong.fragment;
  const { status, code } = community.outcome(await sendRequest(community.url, { ...request, target, headers }));
  community.later(2);
  return [status, code];
}

interface Fault {
  answer: [number, string];
  /** Faults of the same part cannot be combined. */
  part?: string;
  make(wrong: Draft): void;
}

/** In the order of the checks. */
const faults: { [name: string]: Fault } = {
  target: {
    answer: [400, 'malformed_request'],
    make: (wrong) => {
      wrong.fragment = '#top';
    },
  },
  path: {
    answer: [404, 'not_found'],
    make: (wrong) => {
      const { path } = wrong;
      wrong.path = (id) => path(id).replace('/sessions/', '//sessions/');
    },
  },
  method: {
    answer: [405, 'method_not_allowed'],
    make: (wrong) => {
      wrong.method = 'PUT';
    },
  },
  'size of the body': {
    answer: [413, 'payload_too_large'],
    make: (wrong) => {
      wrong.body = wrong.body.padEnd(limits.request_body_bytes + 1);
    },
  },
  'encoding of the body': {
    answer: [415, 'unsupported_encoding'],
    make: (wrong) => {
      wrong.headers['Content-Encoding'] = 'gzip';
    },
  },
  'missing header': {
    answer: [401, 'missing_signature'],
    make: (wrong) => {
      wrong.omitted.push('X-Public-Key');
    },
  },
  'grammar of a header': {
    answer: [401, 'invalid_signature_header'],
    make: (wrong) => {
      wrong.headers['X-Request-Id'] = 'A'.repeat(16);
    },
  },
  timestamp: {
    answer: [401, 'stale_timestamp'],
    make: (wrong) => {
      wrong.offset = -301;
    },
  },
  signature: {
    answer: [401, 'invalid_signature'],
    make: (wrong) => {
      wrong.headers['X-Signature'] = '0'.repeat(128);
    },
  },
  rate: {
    answer: [429, 'rate_limited'],
    make: (wrong) => {
      wrong.tooOften = true;
    },
  },
  'request id': {
    answer: [401, 'replayed_request'],
    make: (wrong) => {
      wrong.usedBefore = true;
    },
  },
  registration: {
    answer: [403, 'unregistered_key'],
    part: 'signer',
    make: (wrong) => {
      wrong.signer = unregistered;
    },
  },
  'parameter of the path': {
    answer: [404, 'not_found'],
    part: 'session',
    make: (wrong) => {
      wrong.session_id = running.toUpperCase();
    },
  },
  'JSON of the body': {
    answer: [400, 'malformed_json'],
    part: 'body',
    make: (wrong) => {
      wrong.body = '{"status":'.padEnd(wrong.body.length);
    },
  },
  'field of the body': {
    answer: [400, 'invalid_field'],
    part: 'body',
    make: (wrong) => {
      wrong.body = '{"status":"matched"}'.padEnd(wrong.body.length);
    },
  },
  'missing resource': {
    answer: [404, 'not_found'],
    part: 'session',
    make: (wrong) => {
      wrong.session_id = 'b'.repeat(64);
    },
  },
  policy: {
    answer: [403, 'not_participant'],
    part: 'signer',
    make: (wrong) => {
      wrong.signer = outsider;
    },
  },
  'state of the resource': {
    answer: [409, 'session_terminal'],
    part: 'session',
    make: (wrong) => {
      wrong.session_id = ended;
    },
  },
};

if (!isByOwnClock) delete faults.rate;

test.each(Object.entries(faults))('a faulty %s alone gets its error', async (_, fault) => {
  const wrong = draft();
  fault.make(wrong);
  expect(await responseTo(wrong)).toEqual(fault.answer);
});

const names = Object.keys(faults);
test.each(names.slice(0, -1))('%s takes precedence over later checks', async (name) => {
  const earlier = faults[name]!;
  for (const other of names.slice(names.indexOf(name) + 1)) {
    const later = faults[other]!;
    if (earlier.part !== undefined && earlier.part === later.part) continue;
    const wrong = draft();
    later.make(wrong);
    earlier.make(wrong);
    expect(await responseTo(wrong), `${name} and ${other}`).toEqual(earlier.answer);
  }
});

test('rejected requests do not change the session', async () => {
  const params = { session_id: running };
  expect((await host.call('GET /api/v1/sessions/{session_id}', { params })).body.status).toBe('matched');
});

test('matches a signed path without decoding it', async () => {
  const id = running.replace(/^./, (digit) => `%${digit.charCodeAt(0).toString(16)}`);
  for (const target of [
    '/api/v1//protocols',
    '/api/v1/protocols/',
    '/api/v1/%70rotocols',
    '/api/v1%2fprotocols',
    '/api/v1%2Fprotocols',
    '/api/v1/./protocols',
    '/api/v1/sessions/../protocols',
    `/api/v1/sessions/${id}`,
    `/api/v1/sessions/${running}%2ftransport`,
    `/api/v1/sessions/${running}%00`,
  ]) {
    community.later(1);
    expect(await host.send({ method: 'GET', target }), target).toMatchObject({ status: 404, code: 'not_found' });
  }
  // A query is decoded once, after the signature over the raw bytes was verified.
  for (const query of ['limit=%31%30', 'limit=10&else=%2F%2f', 'limit=10&', 'status=%61ctive']) {
    expect((await host.send({ method: 'GET', target: `/api/v1/protocols?${query}` })).status, query).toBe(200);
  }
  community.later(2);
  for (const query of ['limit=%2531', 'limit=%', 'status=active%00']) {
    expect((await host.send({ method: 'GET', target: `/api/v1/protocols?${query}` })).status, query).toBe(400);
  }
});

test('a client that sends its whole body gets the signature error, and the connection stays usable', async () => {
  const head = (length: number) =>
    `POST /api/v1/protocols/${'a'.repeat(64)}/ui-batch HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const health = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const whole = head(limits.ui_batch_body_bytes) + ' '.repeat(limits.ui_batch_body_bytes) + health;
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses(await sendBytes(community.url, whole))).toEqual(['401', '200']);
  // A chunked body without end is cut off once it is too large; its size is reported before its signature.
  const chunk = `100000\r\n${' '.repeat(1024 * 1024)}\r\n`;
  const endless = `${head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}${chunk.repeat(8)}1\r\n `;
  expect(statuses(await sendBytes(community.url, endless))).toEqual(['413']);
});

test('GET and DELETE accept a JSON content type without a body', async () => {
  const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
  const clear: RawRequest = { method: 'DELETE', target: '/api/v1/inbox' };
  for (const request of [list, clear]) {
    community.later(2);
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { 'Content-Length': '0' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    ]) {
      expect((await host.send({ ...request, headers })).status, request.method).toBe(200);
    }
    expect(await host.send({ ...request, body: '{}' })).toMatchObject({ status: 400, code: 'unexpected_body' });
  }
});
