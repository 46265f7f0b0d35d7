import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { sendBytes, sendRequest } from '../testing/http.ts';

let community: TestCommunity;
let metricsUrl: string;
beforeAll(async () => {
  community = await TestCommunity.start({ metricsPort: 0 });
  metricsUrl = community.metricsUrl!;
});
afterAll(() => community.dispose());

/** Scrapes the metrics. Returns a function that looks up a value by name and labels. */
async function scrape(): Promise<(line: string) => number | undefined> {
  const response = await sendRequest(metricsUrl, { method: 'GET', target: '/metrics' });
  expect([response.status, response.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const values = new Map<string, number>();
  for (const line of response.text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const space = line.lastIndexOf(' ');
    values.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return (line) => values.get(line);
}
/** A response is counted once it has been sent, which may be after the client has received it. */
const eventually = (line: string, value: number) =>
  expect.poll(async () => (await scrape())(line), { interval: 10 }).toBe(value);

test('counts requests by route and status and errors by code, never by path', async () => {
  const ann = await community.agent('Ann');
  for (const id of [1, 2, 3]) await community.get('GET /api/v1/agents/{id}', { params: { id } });
  await sendRequest(community.url, { method: 'GET', target: '/secret/place' });
  await new TestAgent(community).call('GET /api/v1/protocols');
  await ann.call('GET /api/v1/protocols');
  const body = '{"a":';
  await sendRequest(community.url, { method: 'POST', target: '/api/v1/auth/register', body });
  await sendBytes(community.url, 'not a request\r\n\r\n');

  await eventually('parlor_requests_total{route="GET /api/v1/agents/{id}",status="200"}', 1);
  await eventually('parlor_requests_total{route="GET /api/v1/agents/{id}",status="404"}', 2);
  await eventually('parlor_requests_total{route="unknown",status="404"}', 1);
  await eventually('parlor_requests_total{route="GET /api/v1/protocols",status="403"}', 1);
  await eventually('parlor_request_seconds_count{route="GET /api/v1/agents/{id}"}', 3);
  await eventually('parlor_request_seconds_bucket{le="+Inf",route="GET /api/v1/protocols"}', 2);
  await eventually('parlor_refusals_total{code="not_found"}', 3);
  await eventually('parlor_refusals_total{code="unregistered_key"}', 1);
  await eventually('parlor_refusals_total{code="malformed_json"}', 1);
  await eventually('parlor_refusals_total{code="malformed_request"}', 1);
  // Request ids of unregistered keys are stored, too.
  await eventually('parlor_request_ids_noted_total', 2);
  const registration = JSON.stringify(await ann.registration('Ann')).length;
  const before = (await scrape())('parlor_request_body_bytes_total')!;
  await ann.register('Ann');
  // The proof-of-work counter may have a different number of digits.
  await expect
    .poll(async () => (await scrape())('parlor_request_body_bytes_total')! - before)
    .toBeGreaterThan(registration - 9);
  const { text } = await sendRequest(metricsUrl, { method: 'GET', target: '/metrics' });
  expect(text).not.toContain('secret');
  expect(text).not.toContain(ann.public_key);
});

test('counts running requests', async () => {
  const before = (await scrape())('parlor_connections')!;
  const { hostname, port } = new URL(community.url);
  const socket = connect(Number(port), hostname);
  const request = 'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';
  socket.write(request);
  await new Promise((resolve) => socket.once('data', resolve));
  const value = await scrape();
  expect([value('parlor_requests_running'), value('parlor_connections')]).toEqual([1, before + 1]);
  // The client disconnects before the response.
  socket.destroy();
  await eventually('parlor_requests_running', 0);
  await eventually('parlor_connections', before);
});

test('counts the open reports of members', async () => {
  expect((await scrape())('parlor_open_reports')).toBe(0);
  const [reporter, accused] = [await community.agent('Rita'), await community.agent('Karl')];
  const body = {
    public_key: accused.public_key,
    reason: 'abuse',
    words: 'Rude',
    evidence: { kind: 'profile' },
  } as const;
  expect((await reporter.call('POST /api/v1/complaints', { body })).status).toBe(201);
  expect((await scrape())('parlor_open_reports')).toBe(1);
});

test('counts database errors', async () => {
  const value = await scrape();
  expect(value('parlor_database_errors_total{where="sweep"}')).toBeUndefined();
  expect(value(`parlor_build_info{version="0.1.0",node="${process.versions.node}"}`)).toBe(1);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
  await expect.poll(async () => (await scrape())('parlor_sweeps_total{outcome="done"}')).toBeGreaterThan(0);
  await community.sql`DROP TABLE challenge`;
  await expect.poll(async () => (await scrape())('parlor_sweeps_total{outcome="failed"}')).toBeGreaterThan(0);
  expect((await scrape())('parlor_database_errors_total{where="sweep"}')).toBeGreaterThan(0);
});

test('serves only /metrics, on loopback only', async () => {
  const statusOf = (method: string, target: string) =>
    sendRequest(metricsUrl, { method, target }).then(({ status }) => status);
  expect([await statusOf('GET', '/'), await statusOf('GET', '/metrics/'), await statusOf('POST', '/metrics')]).toEqual([
    404, 404, 405,
  ]);
  expect((await sendRequest(community.url, { method: 'GET', target: '/metrics' })).status).toBe(404);
  const { port } = new URL(metricsUrl);
  const externalAddresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of externalAddresses) {
    await expect(sendRequest(`http://${address}:${port}`, { method: 'GET', target: '/metrics' })).rejects.toThrow();
  }
});

test('counts two services in one process separately, and counts nothing unless enabled', async () => {
  const other = await TestCommunity.start({ metricsPort: 0 });
  try {
    const { text } = await sendRequest(other.metricsUrl!, { method: 'GET', target: '/metrics' });
    expect(text).not.toMatch(/^parlor_requests_total\{/m);
  } finally {
    await other.dispose();
  }
  await expect(sendRequest(other.metricsUrl!, { method: 'GET', target: '/metrics' })).rejects.toThrow('ECONNREFUSED');
  const plain = await TestCommunity.start();
  expect(plain.metricsUrl).toBeNull();
  await plain.dispose();
});
