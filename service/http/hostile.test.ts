/** Sends malformed and hostile bytes to the service in its own process. PARLOR_LONG=1 makes the fuzzing long. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { problemDocument } from '../../shared/community/shapes.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type TestAgent, TestCommunity } from '../testing/community.ts';
import { parseResponses, type RawRequest, sendBytes } from '../testing/http.ts';
import { memoryOf, remoteCommunity, type ServiceProcess, serviceArgs, startService } from '../testing/process.ts';
import { seededRandom } from '../testing/random-load.ts';

vi.setConfig({ testTimeout: isLongRun ? 3_600_000 : 300_000 });

const megabyte = 1024 * 1024;
const dir = temporaryFolder();
let service: ServiceProcess;
let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  // A small heap makes garbage collection frequent, so that garbage hardly affects the memory measurements.
  service = await startService(serviceArgs(dir), { node: ['--max-old-space-size=96'] });
  community = remoteCommunity(service.url, dir);
  ann = await community.agent('Ann');
});
afterAll(async () => {
  service.child.kill();
  expect(await service.ended).toBe(0);
  // Nothing a client sends may be logged as an error of the service.
  expect(
    service
      .log()
      .split('\n')
      .filter((line) => /"level":[56]0|unhandled|uncaught/i.test(line)),
  ).toEqual([]);
});

/** The headers of a request that is the last on its connection. */
const closingHeaders = 'Host: x\r\nConnection: close\r\n';
const registerLine = 'POST /api/v1/auth/register HTTP/1.1\r\n';

/** Statuses of the responses; every error must be a valid problem document. */
function statusesOf(text: string): number[] {
  return parseResponses(text).map(({ status, head, body }) => {
    if (status >= 400) {
      expect(head).toContain('Content-Type: application/problem+json');
      expect(problemDocument.parse(JSON.parse(body)).status).toBe(status);
    }
    return status;
  });
}
const send = async (bytes: string | Uint8Array) => statusesOf(await sendBytes(service.url, bytes));
const expectAlive = async () => expect((await community.get('GET /health')).status).toBe(200);

/** A request signed by Ann, as bytes. */
function signed(request: RawRequest, extraHeaders: readonly string[] = []): string {
  const headers = Object.entries(ann.headers(request)).map(([name, value]) => `${name}: ${value}`);
  const length = request.body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(request.body as string)}`];
  const head = [
    `${request.method} ${request.target} HTTP/1.1`,
    'Host: x',
    ...headers,
    ...length,
    ...extraHeaders,
    '',
    '',
  ];
  return head.join('\r\n') + (request.body ?? '');
}
const list = { method: 'GET', target: '/api/v1/protocols' };

test.each<[string, string, number]>([
  ['TRACE', 'TRACE /health', 405],
  ['PUT', 'PUT /health', 405],
  ['a lower-case method', 'get /health', 400],
  ['an unknown method', 'FOO /health', 400],
  ['a method of 1 MB', `${'A'.repeat(megabyte)} /health`, 400],
  ['no target', 'GET', 400],
  ['two slashes', 'GET //health', 404],
  ['an encoded slash', 'GET /api%2fv1/version', 404],
  ['dots', 'GET /api/v1/../v1/version', 404],
  ['encoded dots', 'GET /api/v1/%2e%2e/v1/version', 404],
  ['a backslash', 'GET /\\health', 404],
  ['an absolute target', 'GET http://x/health', 400],
  ['a fragment', 'GET /health#top', 400],
  ['the asterisk', 'OPTIONS *', 400],
  ['an encoded question mark', 'GET /health%3f', 404],
  ['a matrix parameter', 'GET /health;a=b', 404],
  ['an empty query', 'GET /health?', 200],
  ['two question marks', 'GET /health??a=b', 200],
  ['a query that is not UTF-8', 'GET /api/v1/agents?public_key=%ff', 400],
  ['NUL in the target', 'GET /hea\0lth', 400],
  ['a control byte in the target', 'GET /hea\x01lth', 400],
  ['DEL in the target', 'GET /hea\x7flth', 400],
  ['a space in the target', 'GET /hea lth', 400],
  ['a target of 15 KB', `GET /${'a'.repeat(15_000)}`, 404],
  ['a target of 20 KB', `GET /${'a'.repeat(20_000)}`, 431],
])('handles a request line with %s', async (_, line, status) => {
  expect(await send(`${line} HTTP/1.1\r\n${closingHeaders}\r\n`)).toEqual([status]);
});

test.each<[string, string | Uint8Array, number]>([
  ['HTTP/0.9', 'GET /health\r\n\r\n', 400],
  ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.2', `GET /health HTTP/1.2\r\n${closingHeaders}\r\n`, 400],
  ['HTTP/2.0', `GET /health HTTP/2.0\r\n${closingHeaders}\r\n`, 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['TLS', Buffer.from('16030100c8010000c4030300', 'hex'), 400],
  ['zeros', new Uint8Array(1000), 400],
  ['bare line feeds', 'GET /health HTTP/1.1\nHost: x\n\n', 400],
  ['bare carriage returns', 'GET /health HTTP/1.1\rHost: x\r\r', 400],
  ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', `GET /health HTTP/1.1\r\n${closingHeaders}hOST: y\r\n\r\n`, 400],
  ['a folded header', `GET /health HTTP/1.1\r\n${closingHeaders}X-A: b\r\n c\r\n\r\n`, 400],
  ['a header without a name', `GET /health HTTP/1.1\r\n${closingHeaders}: b\r\n\r\n`, 400],
  ['NUL in a header', `GET /health HTTP/1.1\r\n${closingHeaders}X-A: a\0b\r\n\r\n`, 400],
  ['a control byte in a header', `GET /health HTTP/1.1\r\n${closingHeaders}X-A: a\x01b\r\n\r\n`, 400],
  ['ten thousand headers', `GET /health HTTP/1.1\r\n${closingHeaders}${'a:b\r\n'.repeat(10_000)}\r\n`, 431],
  ['an upgrade', `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`, 200],
  ['another expectation', `${registerLine}${closingHeaders}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['100-continue', `${registerLine}${closingHeaders}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, 400],
])('handles a message with %s', async (_, bytes, status) => {
  expect(await send(bytes)).toEqual([status]);
  await expectAlive();
});

test('rejects CONNECT', async () => {
  expect(await sendBytes(service.url, `CONNECT example.org:443 HTTP/1.1\r\n${closingHeaders}\r\n`)).toBe('');
  expect(await sendBytes(service.url, `CONNECT /health HTTP/1.1\r\n${closingHeaders}\r\n`)).toBe('');
});

test('accepts headers of up to 16 KiB', async () => {
  const head = (length: number) => {
    const [before, after] = ['GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ', '\r\n\r\n'];
    return `${before}${'a'.repeat(length)}${after}`;
  };
  // node:http counts names and values but not separators, so the exact limit is found by bisection.
  const passes = async (length: number) => (await send(head(length)))[0] === 200;
  let [low, high] = [15_000, 17_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  expect(16 * 1024 - low).toBeLessThan(100);
  expect(await send(head(low))).toEqual([200]);
  expect(await send(head(low + 1))).toEqual([431]);
});

test.each<[string, string]>([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
  ['a list of lengths', 'Content-Length: 2, 2\r\n\r\n{}'],
  ['a negative length', 'Content-Length: -2\r\n\r\n{}'],
  ['a signed length', 'Content-Length: +2\r\n\r\n{}'],
  ['a length in hex', 'Content-Length: 0x2\r\n\r\n{}'],
  ['an endless length', `Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n'],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks of gzip', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['gzip without chunks', 'Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n'],
  ['almost chunks', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['identity', 'Transfer-Encoding: identity\r\n\r\n{}'],
  ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  ['a folded coding', 'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk without a size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk of negative size', 'Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n'],
  ['a chunk beyond 64 bits', `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`],
  ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}}}\r\n0\r\n\r\n'],
  [
    '100 KB behind the size of a chunk',
    `Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
  ],
])('rejects body framing with %s, and does not parse the bytes after it as a request', async (_, framed) => {
  const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  expect(await send(`${registerLine}Host: x\r\n${framed}${smuggled}`)).toEqual([400]);
});

test('rejects a repeated signature header', async () => {
  for (const name of ['X-Public-Key', 'X-Signature', 'X-Timestamp', 'X-Request-Id']) {
    const whole = signed(list, ['Connection: close']);
    const value = new RegExp(`${name}: (.*)\r\n`).exec(whole)![1]!;
    for (const second of [value, '0']) {
      const doubled = whole.replace('\r\n\r\n', `\r\n${name}: ${second}\r\n\r\n`);
      expect(await send(doubled), name).toEqual([401]);
    }
  }
  expect(await send(signed(list, ['Connection: close']))).toEqual([200]);
});

test('answers ten pipelined signed requests in order', async () => {
  const body = JSON.stringify({ capabilities: ['one'] });
  const declare = { method: 'POST', target: `/api/v1/agents/${ann.agent_id}/capabilities`, body };
  const unknown = { method: 'GET', target: `/api/v1/protocols/${'0'.repeat(64)}` };
  const requests = [list, declare, unknown, list, list, unknown, declare, list, unknown];
  const bytes = requests.map((request) => signed(request)).join('') + signed(list, ['Connection: close']);
  expect(await send(bytes)).toEqual([200, 200, 404, 200, 200, 404, 200, 200, 404, 200]);
});

test('answers requests that precede unparsable bytes', async () => {
  expect(await send(`${signed(list)}${signed(list)}NONSENSE\r\n\r\n`)).toEqual([200, 200, 400]);
});

test('rejects compressed bodies without inflating them', async () => {
  const before = memoryOf(service);
  // A gzip file may consist of several members (RFC 1952, section 2.2).
  const bomb = Buffer.concat(Array(100).fill(gzipSync(Buffer.alloc(megabyte, ' '))));
  for (const bytes of [gzipSync('{}'), bomb]) {
    for (const coding of ['gzip', 'deflate', 'br']) {
      const head = `${registerLine}${closingHeaders}Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
      expect(await send(Buffer.concat([Buffer.from(head), bytes]))).toEqual([415]);
    }
  }
  expect(memoryOf(service) - before).toBeLessThan(64 * megabyte);
});

test('rejects deeply nested JSON', async () => {
  for (const body of ['['.repeat(100_000), '{"a":'.repeat(20_000), `{${'"a":1,'.repeat(10_000)}"b":1}`]) {
    expect(await send(`${registerLine}${closingHeaders}Content-Length: ${body.length}\r\n\r\n${body}`)).toEqual([400]);
  }
});

/** Writes until the service closes the connection. Returns the number of bytes written and the response. */
function writeUntilClosed(head: string, chunk: Buffer, total: number): Promise<{ written: number; response: string }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname);
    let [written, response] = [0, ''];
    const writeMore = () => {
      while (written < total && socket.writable) {
        written += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.once('connect', () => socket.write(head, writeMore));
    socket.on('drain', writeMore);
    socket.on('data', (data) => {
      response += data.toString();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve({ written, response }));
  });
}

test('does not buffer bodies of 100 MB, announced or chunked', async () => {
  const before = memoryOf(service);
  const target = `POST /api/v1/protocols/${'0'.repeat(64)}/ui-batch HTTP/1.1\r\nHost: x\r\n`;
  const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
  for (const line of [`${registerLine}Host: x\r\n`, target]) {
    const announced = writeUntilClosed(
      `${line}Content-Length: ${100 * megabyte}\r\n\r\n`,
      Buffer.alloc(65_536),
      100 * megabyte,
    );
    const chunked = writeUntilClosed(`${line}Transfer-Encoding: chunked\r\n\r\n`, block, 100 * megabyte);
    for (const { written, response } of await Promise.all([announced, chunked])) {
      // The response may be lost when the connection is reset with unread data.
      if (response !== '') expect(statusesOf(response)).toEqual([413]);
      expect(written).toBeLessThan(100 * megabyte);
    }
  }
  expect(memoryOf(service) - before).toBeLessThan(64 * megabyte);
  await expectAlive();
});

test('large bodies share a memory limit that does not affect small requests', async () => {
  const { hostname, port } = new URL(service.url);
  const before = memoryOf(service);
  const length = 8 * megabyte;
  const batchOf = (body: string) => ({ method: 'POST', target: `/api/v1/protocols/${'0'.repeat(64)}/ui-batch`, body });
  // The signature is for another body, so the service can reject it only once the body is complete.
  const head = signed(batchOf('')).replace('Content-Length: 0', `Content-Length: ${length}`);
  let refused = 0;
  const body = Buffer.alloc(length - 1, ' ');
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      expect(statusesOf(data.toString())).toEqual([429]);
      refused += 1;
    });
    // Everything but the last byte.
    socket.write(head);
    socket.write(body);
    return socket;
  });
  await expect.poll(() => refused).toBeGreaterThan(20);
  expect(memoryOf(service) - before).toBeLessThan(160 * megabyte);
  expect((await ann.call('GET /api/v1/protocols')).status).toBe(200);
  await expectAlive();
  for (const socket of sockets) socket.destroy();
  // The memory is available again.
  const batch = batchOf(`{"filler":"${'a'.repeat(megabyte)}"}`);
  await expect.poll(() => ann.send(batch).then(({ status }) => status)).toBe(400);
});

test('a client that does not read its responses does not exhaust memory', async () => {
  const { hostname, port } = new URL(service.url);
  const before = memoryOf(service);
  const requests = Buffer.from('GET /api/v1/version HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
  const sockets = Array.from({ length: 10 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.pause();
    for (let i = 0; i < 20; i += 1) socket.write(requests);
    return socket;
  });
  for (let i = 0; i < 20; i += 1) await expectAlive();
  expect(memoryOf(service) - before).toBeLessThan(64 * megabyte);
  for (const socket of sockets) socket.destroy();
  await expectAlive();
});

test('a half-closed or aborted connection has no effect on the service', async () => {
  const { hostname, port } = new URL(service.url);
  const half = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.end(signed(list)));
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.once('close', () => resolve(text));
  });
  expect(statusesOf(half)).toEqual([200]);
  await Promise.all(
    Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(signed(list).repeat(20), () => socket.destroy()),
      );
      return new Promise((resolve) => socket.once('close', resolve));
    }),
  );
  await expectAlive();
});

test.skipIf(process.platform !== 'linux')(
  'a thousand idle and half-open connections block no other client, and their descriptors are released',
  async () => {
    const { hostname, port } = new URL(service.url);
    const descriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;
    const sockets = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => {
        const socket = connect(Number(port), hostname);
        if (i % 2 === 0) socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
        socket.on('error', () => {});
        return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));
      }),
    );
    await expect.poll(descriptors).toBeGreaterThan(1000);
    expect((await ann.call('GET /api/v1/protocols')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(descriptors).toBeLessThan(100);
  },
);

test('closes slow and silent connections', async () => {
  const strict = new TestCommunity(mkdtempSync(join(tmpdir(), 'parlor-slow-')), {});
  await strict.start({ deadlines: { headers: 600, request: 900, idle: 900, drain: 900, check: 50 } });
  try {
    const { hostname, port } = new URL(strict.url);
    /** Sends one byte at a time until the connection is closed. */
    const drip = (start: string, rest: string) =>
      new Promise<string>((resolve) => {
        let [text, at] = ['', 0];
        const socket = connect(Number(port), hostname);
        // Written before the timer starts: a byte that is sent ahead of the request line makes it malformed.
        socket.write(start);
        const dripping = setInterval(() => socket.writable && socket.write(rest[at++ % rest.length]!), 20);
        socket.on('data', (data) => {
          text += data.toString();
        });
        socket.on('error', () => {});
        socket.once('close', () => {
          clearInterval(dripping);
          resolve(text);
        });
      });
    const slow = await Promise.all([
      drip('GET /health HTTP/1.1\r\n', 'X-A: b\r\n'),
      drip(`${registerLine}Host: x\r\nContent-Length: 100000\r\n\r\n`, ' '),
      drip(`${registerLine}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ]);
    expect(slow.map(statusesOf)).toEqual([[408], [408], [408]]);
    expect(statusesOf(await sendBytes(strict.url, ''))).toEqual([408]);
    // An idle keep-alive connection is closed without another response.
    expect(statusesOf(await sendBytes(strict.url, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'))).toEqual([200]);
  } finally {
    await strict.dispose();
  }
});

/** Inserts, deletes, replaces, duplicates or truncates at a random position. */
function mutated(bytes: Uint8Array, random: () => number): Buffer<ArrayBuffer> {
  const at = Math.floor(random() * bytes.length);
  const pieces = [
    '\r\n',
    '\0',
    ' ',
    ':',
    '%',
    '\xff',
    '\r\n\r\n',
    '0',
    '"',
    '{',
    '\\u0000',
    'Content-Length: 9\r\n',
    '\t',
  ];
  const piece = Buffer.from(pieces[Math.floor(random() * pieces.length)]!, 'latin1');
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (Math.floor(random() * 5)) {
    case 0:
      return Buffer.concat([before, piece, after]);
    case 1:
      return Buffer.concat([before, after.subarray(1 + Math.floor(random() * 20))]);
    case 2:
      return Buffer.concat([before, Buffer.from([Math.floor(random() * 256)]), after.subarray(1)]);
    case 3:
      return Buffer.concat([before, after, after]);
    default:
      return Buffer.from(before);
  }
}

test('randomly mutated requests never crash the service', async () => {
  const random = seededRandom(7);
  const { hostname, port } = new URL(service.url);
  const message = { recipient_public_key: ann.public_key, ciphertext: 'AAAA' };
  const registration = JSON.stringify(await ann.registration('Ann'));
  const requests = () => [
    signed(list),
    signed({ method: 'POST', target: '/api/v1/inbox', body: JSON.stringify(message) }),
    signed({ method: 'GET', target: '/api/v1/invitations?limit=5&tags=a,b' }),
    `${registerLine}Host: x\r\nContent-Length: ${registration.length}\r\n\r\n${registration}`,
    `${registerLine}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
  ];
  /** Sends the bytes, closes its half of the connection and reads everything. */
  const exchange = (bytes: Buffer) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.end(bytes));
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('error', () => {});
      socket.once('end', () => socket.destroy());
      socket.once('close', () => resolve(text));
    });
  const counts = new Map<number, number>();
  const round = async (size: number) => {
    for (let i = 0; i < size; i += 10) {
      const batch = Array.from({ length: 10 }, () => {
        let bytes = Buffer.from(requests()[Math.floor(random() * 6)]!);
        for (let n = Math.floor(random() * 3); n >= 0; n -= 1) bytes = mutated(bytes, random);
        return bytes;
      });
      for (const text of await Promise.all(batch.map(exchange))) {
        for (const status of statusesOf(text)) {
          counts.set(status, (counts.get(status) ?? 0) + 1);
          expect(status, text).toBeLessThan(500);
        }
      }
    }
    await expectAlive();
  };
  const size = isLongRun ? 10_000 : 200;
  await round(size / 2);
  const before = memoryOf(service);
  await round(size / 2);
  // The mutations must produce both accepted and rejected requests.
  expect([200, 400, 401].map((status) => (counts.get(status) ?? 0) > 5)).toEqual([true, true, true]);
  expect(memoryOf(service) - before).toBeLessThan(48 * megabyte);
});
