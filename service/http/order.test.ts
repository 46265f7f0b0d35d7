/** The order of checks (docs/architecture.md, "Request processing"): a request with two faults gets the error of the earlier check. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../shared/community/limits.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { rateOf } from '../config.ts';
import { proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { type RawRequest, sendBytes, sendRequest } from '../testing/http.ts';
import { postgresUrl } from '../testing/postgres-url.ts';

/** Requests per second and key: more than a test case needs, but few enough to exceed on purpose. */
const perSecond = 5;
/** On PostgreSQL, token buckets use the database's clock, which a test cannot stop. */
const usesServiceClock = postgresUrl() === null;
let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
let outsider: TestAgent;
let unregistered: TestAgent;
let running: string;
let ended: string;
beforeAll(async () => {
  const rate = usesServiceClock ? rateOf(perSecond) : null;
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
  /** Appended to the path after signing. */
  fragment: string;
  body: string;
  /** Offset of the timestamp from the service's clock, in seconds. */
  offset: number;
  headers: { [name: string]: string };
  omitted: string[];
  usedBefore: boolean;
  tooOften: boolean;
}

const validDraft = (): Draft => ({
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

async function responseTo(draft: Draft): Promise<[number, string | undefined]> {
  const request: RawRequest = { method: draft.method, target: draft.path(draft.session_id), body: draft.body };
  const request_id = randomBytes(16).toString('hex');
  const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
  if (draft.usedBefore) {
    await sendRequest(community.url, { ...list, headers: signed(draft.signer, list, request_id) });
  }
  if (draft.tooOften) {
    const responses = await Promise.all(
      Array.from({ length: perSecond + 1 }, () =>
        sendRequest(community.url, { ...list, headers: draft.signer.headers(list) }),
      ),
    );
    expect(responses.some(({ status }) => status === 429)).toBe(true);
  }
  const headers = { ...signed(draft.signer, request, request_id, draft.offset), ...draft.headers };
  for (const name of draft.omitted) delete headers[name];
  const target = request.target + draft.fragment;
  const { status, code } = community.parseResponse(await sendRequest(community.url, { ...request, target, headers }));
  community.advance(2);
  return [status, code];
}

interface Fault {
  expected: [number, string];
  /** Faults of the same part cannot be combined. */
  part?: string;
  apply(draft: Draft): void;
}

/** In the order of the checks. */
const faults: { [name: string]: Fault } = {
  target: {
    expected: [400, 'malformed_request'],
    apply: (draft) => {
      draft.fragment = '#top';
    },
  },
  path: {
    expected: [404, 'not_found'],
    apply: (draft) => {
      const { path } = draft;
      draft.path = (id) => path(id).replace('/sessions/', '//sessions/');
    },
  },
  method: {
    expected: [405, 'method_not_allowed'],
    apply: (draft) => {
      draft.method = 'PUT';
    },
  },
  'body size': {
    expected: [413, 'payload_too_large'],
    apply: (draft) => {
      draft.body = draft.body.padEnd(limits.request_body_bytes + 1);
    },
  },
  'body encoding': {
    expected: [415, 'unsupported_encoding'],
    apply: (draft) => {
      draft.headers['Content-Encoding'] = 'gzip';
    },
  },
  'missing header': {
    expected: [401, 'missing_signature'],
    apply: (draft) => {
      draft.omitted.push('X-Public-Key');
    },
  },
  'header syntax': {
    expected: [401, 'invalid_signature_header'],
    apply: (draft) => {
      draft.headers['X-Request-Id'] = 'A'.repeat(16);
    },
  },
  timestamp: {
    expected: [401, 'stale_timestamp'],
    apply: (draft) => {
      draft.offset = -301;
    },
  },
  signature: {
    expected: [401, 'invalid_signature'],
    apply: (draft) => {
      draft.headers['X-Signature'] = '0'.repeat(128);
    },
  },
  rate: {
    expected: [429, 'rate_limited'],
    apply: (draft) => {
      draft.tooOften = true;
    },
  },
  'request id': {
    expected: [401, 'replayed_request'],
    apply: (draft) => {
      draft.usedBefore = true;
    },
  },
  registration: {
    expected: [403, 'unregistered_key'],
    part: 'signer',
    apply: (draft) => {
      draft.signer = unregistered;
    },
  },
  'path parameter': {
    expected: [404, 'not_found'],
    part: 'session',
    apply: (draft) => {
      draft.session_id = running.toUpperCase();
    },
  },
  'body type': {
    expected: [415, 'unsupported_media_type'],
    apply: (draft) => {
      draft.headers['Content-Type'] = 'text/plain';
    },
  },
  'JSON body': {
    expected: [400, 'malformed_json'],
    part: 'body',
    apply: (draft) => {
      draft.body = '{"status":'.padEnd(draft.body.length);
    },
  },
  'body field': {
    expected: [400, 'invalid_field'],
    part: 'body',
    apply: (draft) => {
      draft.body = '{"status":"matched"}'.padEnd(draft.body.length);
    },
  },
  'missing resource': {
    expected: [404, 'not_found'],
    part: 'session',
    apply: (draft) => {
      draft.session_id = 'b'.repeat(64);
    },
  },
  policy: {
    expected: [403, 'not_participant'],
    part: 'signer',
    apply: (draft) => {
      draft.signer = outsider;
    },
  },
  'resource state': {
    expected: [409, 'session_terminal'],
    part: 'session',
    apply: (draft) => {
      draft.session_id = ended;
    },
  },
};

if (!usesServiceClock) delete faults.rate;

test.each(Object.entries(faults))('reports a faulty %s', async (_, fault) => {
  const draft = validDraft();
  fault.apply(draft);
  expect(await responseTo(draft)).toEqual(fault.expected);
});

const faultNames = Object.keys(faults);
test.each(faultNames.slice(0, -1))('%s takes precedence over later checks', async (name) => {
  const earlier = faults[name]!;
  for (const other of faultNames.slice(faultNames.indexOf(name) + 1)) {
    const later = faults[other]!;
    if (earlier.part !== undefined && earlier.part === later.part) continue;
    const draft = validDraft();
    later.apply(draft);
    earlier.apply(draft);
    expect(await responseTo(draft), `${name} and ${other}`).toEqual(earlier.expected);
  }
});

test('rejected requests do not change the session', async () => {
  const params = { session_id: running };
  expect((await host.call('GET /api/v1/sessions/{session_id}', { params })).body.status).toBe('matched');
});

test('matches the path of a signed request without decoding it', async () => {
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
    community.advance(1);
    expect(await host.send({ method: 'GET', target }), target).toMatchObject({ status: 404, code: 'not_found' });
  }
  // A query is decoded once, after the signature over the raw bytes is verified.
  for (const query of ['limit=%31%30', 'limit=10&else=%2F%2f', 'limit=10&', 'status=%61ctive']) {
    expect((await host.send({ method: 'GET', target: `/api/v1/protocols?${query}` })).status, query).toBe(200);
  }
  community.advance(2);
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
  // An endless chunked body is cut off once it is too large, which is reported before the missing signature.
  const chunk = `100000\r\n${' '.repeat(1024 * 1024)}\r\n`;
  const endless = `${head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}${chunk.repeat(8)}1\r\n `;
  expect(statuses(await sendBytes(community.url, endless))).toEqual(['413']);
});

test('GET and DELETE accept a JSON content type without a body', async () => {
  const list: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
  const clear: RawRequest = { method: 'DELETE', target: '/api/v1/inbox' };
  for (const request of [list, clear]) {
    community.advance(2);
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
