/** The defences of the relay against raw requests that no client library would send. One file, since all tests share the raw client. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Bridge } from '../../../shared/bridge/contract.ts';
import type { Port } from '../../../shared/bridge/port.ts';
import { connect } from '../../../shared/bridge/rpc-client.ts';
import { webCloseCodes } from '../../../shared/bridge/web.ts';
import { permissionsPolicy } from '../../../shared/permissions-policy.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { appFeatures } from '../headers.ts';
import { addBoardFile, boardLabel, createTestCore, emptyLobby, type TestCore } from '../testing/core.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';

const rendererDir = temporaryFolder();
beforeAll(() => {
  mkdirSync(join(rendererDir, 'assets'));
  writeFileSync(
    join(rendererDir, 'index.html'),
    '<!doctype html><meta name="style-nonce" content="__STYLE_NONCE__"><meta name="opened-by" content="__OPENED_BY__">',
  );
  writeFileSync(join(rendererDir, 'assets', 'main.js'), 'window.ran = true;');
  writeFileSync(join(rendererDir, 'secret.txt'), 'a type that the page does not need');
});

let core: TestCore;
let relay: Relay;
let port: number;
let logged: string[];
const start = (more: Partial<RelayOptions> = {}) =>
  startRelay({ core, rendererDir, headless: false, log: (line) => logged.push(line), ...more });

beforeEach(async () => {
  core = createTestCore();
  logged = [];
  relay = await start();
  port = Number(new URL(relay.origin).port);
});
afterEach(() => relay.close());

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends bytes unchanged and reads until the other side closes; empty if it closes without a response. */
function raw(text: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(to, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    );
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}

const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0);

/** Sends one request with exactly these header lines; resolves when the connection has closed. */
const send = (line: string, headers: string[], body = '', to = port) =>
  raw(`${line} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`, to);

const host = () => `Host: 127.0.0.1:${port}`;
const origin = () => `Origin: http://127.0.0.1:${port}`;

function fetchFrom(url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port: to, host: name, pathname } = new URL(url);
    const request = httpRequest({
      host: '127.0.0.1',
      port: to,
      path: pathname,
      method,
      headers: { Host: name, ...headers },
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const redeem = (code: string, headers: Record<string, string> = {}) =>
  fetchFrom(
    `${relay.origin}/session`,
    { Origin: relay.origin, 'Content-Type': 'application/json', ...headers },
    'POST',
    JSON.stringify({ code }),
  );

async function freshToken(): Promise<string> {
  return (JSON.parse((await redeem(relay.createCode())).body) as { token: string }).token;
}

/** `closed` resolves with the close code, or with the HTTP status if the upgrade is rejected. */
function openSocket(headers: Record<string, string> = { Origin: relay.origin }, path = '/ws') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
  });
  socket.on('error', () => {});
  return { socket, closed };
}

/** Opens a window as the browser's client does. */
async function openWindow(token: string) {
  const { socket, closed } = openSocket();
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ token }));
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('close', reject);
  });
  const bridgePort: Port = {
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.on('message', (data) => listener(data.toString())),
    onClose: (listener) => socket.on('close', listener),
  };
  return { socket, closed, client: connect<Bridge, 'web'>(bridgePort) };
}

describe('L1: listens on loopback only', () => {
  it('is not reachable at another address of this machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((entry) => entry.family === 'IPv4' && !entry.internal);
    for (const { address } of others) {
      const failure = await new Promise((resolve) => {
        connectSocket(port, address)
          .once('error', resolve)
          .once('connect', () => resolve('connected'));
      });
      expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
    }
    expect(relay.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('L2: the Host must match exactly', () => {
  it.each([
    () => `Host: evil.test:${port}`,
    () => `Host: 127.0.0.1:${port}.`,
    () => `Host: localhost.:${port}`,
    () => `Host: 127.0.0.1.:${port}`,
    () => `Host: 127.0.0.1`,
    () => `Host: 127.0.0.1:${port + 1}`,
    () => `Host: [::ffff:127.0.0.1]:${port}`,
    () => `Host: 2130706433:${port}`,
    () => `Host: 0:${port}`,
    () => `Host: 127.1:${port}`,
    () => `Host: x.localhost:${port}`,
    () => `Host: localhost:${port}.evil.test`,
    () => `Host: user@127.0.0.1:${port}`,
    () => 'Host: ',
    () => 'X-Nothing: 1',
    () => `X-Forwarded-Host: 127.0.0.1:${port}`,
    () => `Host: 127.0.0.1:${port}\r\nHost: evil.test`,
    () => `Host: 127.0.0.1:${port}\r\nHost: 127.0.0.1:${port}`,
    () => `Host: evil.test:${port}\r\nX-Forwarded-Host: 127.0.0.1:${port}`,
  ])('rejects %s as misdirected', async (line) => {
    for (const path of ['/', '/assets/main.js', '/ws', '/nothing']) {
      expect(statusOf(await send(`GET ${path}`, [line()]))).toBe(421);
    }
    const upgrade = [
      line(),
      origin(),
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ];
    expect(statusOf(await raw(`GET /ws HTTP/1.1\r\n${upgrade.join('\r\n')}\r\nConnection: Upgrade\r\n\r\n`))).toBe(421);
  });

  it('accepts both names, in any case', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost']) {
      expect(statusOf(await send('GET /', [`Host: ${name}:${port}`]))).toBe(200);
    }
  });

  it('refuses a target that is not a path', async () => {
    for (const target of [`http://127.0.0.1:${port}/`, 'http://evil.test/', '*']) {
      expect(statusOf(await send(`GET ${target}`, [host()]))).toBe(400);
    }
    expect(statusOf(await send(`CONNECT 127.0.0.1:${port}`, [host()]))).toBe(0);
  });
});

describe('L3: the Origin must match exactly', () => {
  const foreign = () => [
    'X-Nothing: 1',
    'Origin: null',
    'Origin: http://evil.test',
    `Origin: http://127.0.0.1:${port + 1}`,
    `Origin: http://localhost:${port}`,
    `Origin: http://localhost:${port}.evil`,
    `Origin: https://127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}/`,
    `Origin: http://[::1]:${port}`,
    `${origin()}\r\n${origin()}`,
  ];

  it('on every POST', async () => {
    for (const line of foreign()) {
      const code = relay.createCode();
      const body = JSON.stringify({ code });
      const reply = await send(
        'POST /session',
        [host(), line, 'Content-Type: application/json', `Content-Length: ${body.length}`],
        body,
      );
      expect([400, 403], line).toContain(statusOf(reply));
      expect(reply).not.toContain('"token"');
      expect((await redeem(code)).status).toBe(200);
    }
  });

  it('on every upgrade', async () => {
    for (const line of foreign()) {
      const upgrade = [
        host(),
        line,
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ];
      const reply = await raw(`GET /ws HTTP/1.1\r\n${upgrade.join('\r\n')}\r\nConnection: Upgrade\r\n\r\n`);
      expect([400, 403], line).toContain(statusOf(reply));
    }
  });

  it('on a GET that has one', async () => {
    expect(statusOf(await send('GET /', [host(), 'Origin: http://evil.test']))).toBe(403);
    expect(statusOf(await send('GET /', [host(), origin()]))).toBe(200);
  });
});

describe('L4: other sites', () => {
  it.each(['cross-site', 'same-site', 'nonsense'])('Sec-Fetch-Site: %s is refused', async (site) => {
    for (const path of ['/', '/assets/main.js']) {
      expect(statusOf(await send(`GET ${path}`, [host(), `Sec-Fetch-Site: ${site}`]))).toBe(403);
    }
  });

  it('may only open the page, as a link does', async () => {
    const page = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
    expect(statusOf(await send('GET /', [host(), ...page]))).toBe(200);
    expect(statusOf(await send('GET /assets/main.js', [host(), ...page]))).toBe(403);
    const frame = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'];
    expect(statusOf(await send('GET /', [host(), ...frame]))).toBe(403);
  });

  it('get no CORS headers, and no preflight response', async () => {
    expect(statusOf(await send('OPTIONS /session', [host(), origin()]))).toBe(403);
    for (const reply of [
      await send('GET /', [host()]),
      await send('OPTIONS /', [host(), 'Origin: http://evil.test']),
    ]) {
      expect(reply.toLowerCase()).not.toContain('access-control');
    }
  });
});

describe('L5 and L6: codes and tokens', () => {
  it('a code is redeemed once, for one token', async () => {
    const code = new URL(relay.url).hash.slice('#code='.length);
    const first = await redeem(code);
    expect(first.status).toBe(200);
    expect(Buffer.from((JSON.parse(first.body) as { token: string }).token, 'base64url').length).toBe(32);
    const again = await redeem(code);
    expect([again.status, JSON.parse(again.body)]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
  });

  const admit = (browser: string, headers: Record<string, string> = {}) =>
    fetchFrom(
      `${relay.origin}/session`,
      { Origin: relay.origin, 'Content-Type': 'application/json', ...headers },
      'POST',
      JSON.stringify({ browser }),
    );

  it('a browser that redeemed a code opens further sessions, each with its own token', async () => {
    const { token, browser } = JSON.parse((await redeem(relay.createCode())).body) as {
      token: string;
      browser: string;
    };
    expect(Buffer.from(browser, 'base64url').length).toBe(32);
    const more = [await admit(browser), await admit(browser)].map(({ body }) => JSON.parse(body) as { token: string });
    expect(new Set([token, browser, ...more.map((each) => each.token)]).size).toBe(4);
    expect(more.map((each) => Object.keys(each))).toEqual([['token'], ['token']]);
    const { client, socket } = await openWindow(more[1]?.token ?? '');
    expect(await client.tables.list({})).toEqual({ tables: [] });
    socket.close();
    expect(logged.join('\n')).not.toContain(browser);
  });

  it('a browser token is neither a session token nor a code, and expires with the relay', async () => {
    const { token, browser } = JSON.parse((await redeem(relay.createCode())).body) as {
      token: string;
      browser: string;
    };
    expect((await admit(token)).status).toBe(401);
    expect((await redeem(browser)).status).toBe(401);
    const { socket, closed } = openSocket();
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ token: browser }));
    expect(await closed).toBe(webCloseCodes.unauthorized);
    for (const headers of [
      { Origin: 'http://evil.test' },
      { Host: `evil.test:${port}` },
      { 'Sec-Fetch-Site': 'same-site' },
    ]) {
      expect([403, 421]).toContain((await admit(browser, headers as Record<string, string>)).status);
    }
    expect((await admit(browser, { 'Content-Type': 'text/plain' })).status).toBe(415);
    const cookie = { Cookie: `parlor.browser=${browser}`, Origin: relay.origin, 'Content-Type': 'application/json' };
    expect((await fetchFrom(`${relay.origin}/session`, cookie, 'POST', '{}')).status).toBe(400);
    expect(statusOf(await send(`GET /?browser=${browser}`, [host()]))).toBe(404);
    await relay.close();
    relay = await start();
    expect((await admit(browser, { Origin: relay.origin })).status).toBe(401);
  });

  it('rejects an invalid code, body or content type', async () => {
    expect((await redeem('A'.repeat(43))).status).toBe(401);
    expect((await redeem('')).status).toBe(400);
    expect((await redeem('A'.repeat(2000))).status).toBe(413);
    const code = relay.createCode();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-8',
      'multipart/form-data',
    ]) {
      expect((await redeem(code, { 'Content-Type': type })).status).toBe(415);
    }
    expect((await redeem(code)).status).toBe(200);
  });

  it('secrets are never read from a query and never logged', async () => {
    const token = await freshToken();
    const code = relay.createCode();
    expect(statusOf(await send(`GET /?token=${token}`, [host()]))).toBe(404);
    expect(statusOf(await send(`GET /?code=${code}`, [host()]))).toBe(404);
    expect(await openSocket({ Origin: relay.origin }, `/ws?token=${token}`).closed).toBe(404);
    const { socket } = await openWindow(token);
    socket.close();
    expect(logged.length).toBeGreaterThan(0);
    for (const secret of [token, code]) expect(logged.join('\n')).not.toContain(secret);
  });

  it('a socket without the token in its first frame is closed', async () => {
    for (const first of [
      '{"token":"wrong"}',
      '{"token":5}',
      'null',
      'x',
      '{"id":1,"call":["app","retry"],"args":{}}',
    ]) {
      const { socket, closed } = openSocket();
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(first);
      socket.send('{"id":1,"call":["app","retry"],"args":{}}');
      expect(await closed).toBe(webCloseCodes.unauthorized);
    }
    const { socket, closed } = openSocket();
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(Buffer.from(JSON.stringify({ token: await freshToken() })), { binary: true });
    expect(await closed).toBe(webCloseCodes.unauthorized);
    const silent = openSocket();
    expect(await silent.closed).toBe(webCloseCodes.unauthorized);
    expect(core.calls).toEqual([]);
  });
});

describe('L7: every response', () => {
  it('has the security headers, and the page its policy with a new nonce', async () => {
    const [a, b] = [await fetchFrom(relay.origin, {}), await fetchFrom(relay.origin, {})];
    const boardPort = new URL(core.boardUrl(boardLabel)).port;
    const nonce = /content="([\w-]{24})"/.exec(a.body)?.[1];
    expect(a.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; ` +
        `img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${port}; ` +
        `frame-src http://*.localhost:${boardPort}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
        `object-src 'none'; require-trusted-types-for 'script'; trusted-types default`,
    );
    expect(b.body).not.toBe(a.body);
    expect(a.body).not.toContain('__STYLE_NONCE__');
    const missing = await fetchFrom(`${relay.origin}/nothing`, {});
    expect(missing.status).toBe(404);
    const refused = await fetchFrom(`${relay.origin}/nothing`, { Host: 'evil.test' });
    for (const { headers } of [a, await fetchFrom(`${relay.origin}/assets/main.js`, {}), missing, refused]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': permissionsPolicy(appFeatures),
        'cache-control': 'no-store',
      });
    }
  });

  it('serves the built files by exact path, to GET and HEAD only', async () => {
    const file = await fetchFrom(`${relay.origin}/assets/main.js`, {});
    expect([file.status, file.headers['content-type'], file.body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'window.ran = true;',
    ]);
    for (const path of [
      '/index.html',
      '/secret.txt',
      '/assets',
      '/assets/',
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/%2e%2e/etc/passwd',
      '//assets/main.js',
      '/assets/main.js?x',
      '/assets\\main.js',
      '/assets/main.js%00',
      '/__proto__',
      `/${'a'.repeat(8000)}`,
    ]) {
      expect(statusOf(await send(`GET ${path}`, [host()])), path).toBe(404);
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE']) {
      const reply = await send(`${method} /`, [host(), origin()]);
      expect([statusOf(reply), /^Allow: (.*)\r$/m.exec(reply)?.[1]]).toEqual([405, 'GET, HEAD, POST']);
    }
    const head = await send('HEAD /assets/main.js', [host()]);
    expect(statusOf(head)).toBe(200);
    expect(head).not.toContain('window.ran');
  });
});

describe('L8: limits', () => {
  it('times out unfinished headers and bodies', async () => {
    await relay.close();
    relay = await start({ timeouts: { headersMs: 500, requestMs: 1_000 } });
    port = Number(new URL(relay.origin).port);
    const slowHeader = raw(`GET / HTTP/1.1\r\n${host()}\r\nX-Slow: `);
    const slowBody = raw(
      `POST /session HTTP/1.1\r\n${host()}\r\n${origin()}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    );
    expect(statusOf(await slowHeader)).toBe(408);
    expect(statusOf(await slowBody)).toBe(408);
  });

  it('keeps no more than 64 connections, and recovers afterwards', async () => {
    const sockets: Socket[] = [];
    let ended = 0;
    await new Promise<void>((resolve) => {
      for (let i = 0; i < 200; i++) {
        const socket = connectSocket(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => {
          ended += 1;
          if (ended === 200 - 64) resolve();
        });
        sockets.push(socket);
      }
    });
    const last = sockets.filter((socket) => !socket.destroyed);
    expect(last.length).toBe(64);
    await Promise.all(last.map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())));
    await expect.poll(async () => statusOf(await send('GET /', [host()]))).toBe(200);
  });

  const unfinished: [string, () => string][] = [
    ['nothing', () => ''],
    ['half a head', () => `GET / HTTP/1.1\r\n${host()}\r\nX-Half: `],
    [
      'half a body',
      () =>
        `POST /session HTTP/1.1\r\n${host()}\r\n${origin()}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    ],
    [
      'an upgrade without a token',
      () =>
        `GET /ws HTTP/1.1\r\n${host()}\r\n${origin()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ],
  ];

  it.each(unfinished)('100 connections that send %s lock out neither the page nor the window', async (_, text) => {
    const { client, socket } = await openWindow(await freshToken());
    const others = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const other = connectSocket(port, '127.0.0.1').on('error', () => {});
        await new Promise((resolve) => other.once('connect', resolve));
        other.write(text());
        return other;
      }),
    );
    expect(statusOf(await send('GET /', [host()]))).toBe(200);
    expect(await client.tables.list({})).toEqual({ tables: [] });
    for (const other of others) other.destroy();
    socket.close();
  });

  it('a frame above 1 MiB closes its socket', async () => {
    const { socket, closed } = await openWindow(await freshToken());
    socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await closed).toBe(1009);
    expect(socket.extensions).toBe('');
  });

  it('refuses long headers, conflicting lengths and malformed lines', async () => {
    expect(statusOf(await send('GET /', [host(), `X-Big: ${'x'.repeat(20_000)}`]))).toBe(431);
    const both = ['Content-Type: application/json', 'Content-Length: 5', 'Transfer-Encoding: chunked'];
    expect(
      statusOf(
        await send('POST /session', [host(), origin(), ...both], '0\r\n\r\nGET /assets/main.js HTTP/1.1\r\n\r\n'),
      ),
    ).toBe(400);
    expect(statusOf(await raw(`GET / HTTP/1.1\n${host()}\n\n`))).toBe(400);
    expect(statusOf(await send('GET /', [host(), 'Bad Header: 1']))).toBe(400);
  });

  it('refuses upgrades at other paths or to other protocols', async () => {
    const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
    const upgrade = (path: string, lines: string[], method = 'GET') =>
      raw(`${method} ${path} HTTP/1.1\r\n${[host(), origin(), 'Connection: Upgrade', ...lines].join('\r\n')}\r\n\r\n`);
    for (const path of ['/', '/session', '/ws/', '/WS', '/ws%20', '//ws', '/assets/main.js']) {
      expect(statusOf(await upgrade(path, ['Upgrade: websocket', ...key])), path).toBe(404);
    }
    expect(statusOf(await upgrade('/ws', ['Upgrade: h2c', ...key]))).toBe(400);
    expect(statusOf(await upgrade('/ws', ['Upgrade: websocket']))).toBe(400);
    expect(statusOf(await upgrade('/ws', ['Upgrade: websocket', ...key], 'POST'))).toBe(404);
    expect(statusOf(await upgrade('/ws', ['Upgrade: websocket', 'Sec-WebSocket-Version: 1', key[1] ?? '']))).toBe(400);
  });

  it('survives thousands of random upgrades', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const pick = (list: string[]) => list[random(list.length)] ?? '';
    const noise = () => Buffer.from(Array.from({ length: random(40) }, () => random(256))).toString('latin1');
    const randomUpgrade = () =>
      `${pick(['GET', 'POST', 'get', 'PRI', noise()])} ${pick(['/ws', '/', '/ws?x', noise()])} HTTP/${pick(['1.1', '1.0', '2.0'])}\r\n` +
      `${pick([host(), 'Host: x', noise()])}\r\n${pick([origin(), 'Origin: null', noise()])}\r\n` +
      `Connection: ${pick(['Upgrade', 'upgrade, x', noise()])}\r\nUpgrade: ${pick(['websocket', 'WebSocket', noise()])}\r\n` +
      `Sec-WebSocket-Version: ${pick(['13', '8', noise()])}\r\nSec-WebSocket-Key: ${pick(['AAAAAAAAAAAAAAAAAAAAAA==', noise()])}\r\n\r\n${noise()}`;
    let left = isLongRun ? 10_000 : 2_000;
    const worker = async () => {
      while (left-- > 0) {
        await new Promise<void>((resolve) => {
          const socket = connectSocket(port, '127.0.0.1');
          socket.on('error', () => {});
          socket.on('close', () => resolve());
          socket.resume();
          // Accepted connections would otherwise stay open.
          socket.end(Buffer.from(randomUpgrade(), 'latin1'));
        });
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    await expect.poll(async () => statusOf(await send('GET /', [host()]))).toBe(200);
    const { client, socket } = await openWindow(await freshToken());
    expect(await client.lobby.list({})).toMatchObject({ status: 'live' });
    socket.close();
  });
});

describe('L10: one window is in control', () => {
  it('uses the bridge with a caller set by the relay', async () => {
    const { client, socket } = await openWindow(await freshToken());
    expect(await client.lobby.list({})).toEqual(emptyLobby);
    await expect(client.lobby.inspect({ post_id: 'no uuid' })).rejects.toMatchObject({ code: 'bad_arguments' });
    await expect(client.tables.board({ table_id: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    expect(core.calls[0]?.caller).toEqual({ surface: 'web', client: 'window-1' });
    expect(logged).toEqual(['A new browser window uses Parlor (window-1).']);
    const seen = new Promise((resolve) => client.lobby.on('changed', resolve));
    await client.lobby.list({});
    core.emit('lobby', 'changed', { ...emptyLobby, status: 'offline' });
    expect(await seen).toMatchObject({ status: 'offline' });
    socket.close();
  });

  it('the newest takes over; the previous one is notified and can take control back', async () => {
    const token = await freshToken();
    const first = await openWindow(token);
    const second = await openWindow(await freshToken());
    expect(await first.closed).toBe(webCloseCodes.replaced);
    expect(await second.client.tables.list({})).toEqual({ tables: [] });
    expect(core.listeners()).toBe(1);
    const back = await openWindow(token);
    expect(await second.closed).toBe(webCloseCodes.replaced);
    expect(await back.client.tables.list({})).toEqual({ tables: [] });
    back.socket.close();
    await expect.poll(() => core.listeners()).toBe(0);
  });

  it('a window that does not request control does not take it', async () => {
    const token = await freshToken();
    const first = await openWindow(token);
    const second = openSocket();
    await new Promise((resolve) => second.socket.once('open', resolve));
    second.socket.send(JSON.stringify({ token: await freshToken(), take_over: false }));
    expect(await second.closed).toBe(webCloseCodes.replaced);
    expect(await first.client.tables.list({})).toEqual({ tables: [] });
    // The same window again, as after a reload.
    const again = openSocket();
    await new Promise((resolve) => again.socket.once('open', resolve));
    again.socket.send(JSON.stringify({ token, take_over: false }));
    expect(await first.closed).toBe(webCloseCodes.replaced);
    again.socket.close();
  });

  it('the page states whether another site opened it', async () => {
    const openedBy = async (site: string) => {
      const headers = [`Sec-Fetch-Site: ${site}`, 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
      return /opened-by" content="(\w+)"/.exec(await send('GET /', [host(), ...headers]))?.[1];
    };
    expect(await Promise.all(['none', 'same-origin', 'same-site', 'cross-site'].map(openedBy))).toEqual([
      'person',
      'person',
      'site',
      'site',
    ]);
  });

  it('stops when idle', async () => {
    const own = createTestCore();
    await new Promise<void>((resolve) => {
      void startRelay({ core: own, rendererDir, headless: false, idleMs: 20, onIdle: resolve });
    });
  });

  it('notifies its window when it stops, and frees both ports', async () => {
    const { closed } = await openWindow(await freshToken());
    const boardPort = Number(new URL(core.boardUrl(boardLabel)).port);
    await relay.close();
    expect(await closed).toBe(webCloseCodes.stopped);
    for (const to of [port, boardPort]) await expect(send('GET /', [host()], '', to)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('boards', () => {
  const frame = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  beforeEach(() => {
    addBoardFile(core, 'index.html', 'text/html; charset=utf-8', '<!doctype html><p>board');
    addBoardFile(core, 'js/board.js', 'text/javascript; charset=utf-8', 'export {}');
  });

  it('have every sandbox header, also on errors', async () => {
    const url = core.boardUrl(boardLabel);
    expect(new URL(url).hostname).toBe(`${boardLabel}.localhost`);
    const page = await fetchFrom(url, frame);
    expect([page.status, page.body]).toEqual([200, '<!doctype html><p>board']);
    const missing = await fetchFrom(new URL('/nothing.js', url).href, { 'Sec-Fetch-Dest': 'script' });
    expect(missing.status).toBe(404);
    for (const { headers } of [page, missing]) {
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
          "font-src 'self'; media-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'; " +
          `frame-src 'none'; worker-src 'none'; frame-ancestors http://127.0.0.1:${port} http://localhost:${port}; ` +
          'sandbox allow-scripts',
      );
      expect(headers).toMatchObject({
        'connection-allowlist': '(response-origin)',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'referrer-policy': 'no-referrer',
        'permissions-policy': permissionsPolicy(),
      });
    }
  });

  it('U3: are served only to a frame and its resources', async () => {
    const url = core.boardUrl(boardLabel);
    for (const dest of ['document', 'empty', 'object', 'embed', 'worker', 'serviceworker', '']) {
      expect((await fetchFrom(url, dest === '' ? {} : { 'Sec-Fetch-Dest': dest })).status, dest).toBe(403);
    }
    const script = await fetchFrom(new URL('/js/board.js', url).href, { 'Sec-Fetch-Dest': 'script' });
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('require a host name of exactly their form', async () => {
    const to = Number(new URL(core.boardUrl(boardLabel)).port);
    for (const name of [
      `127.0.0.1:${to}`,
      `localhost:${to}`,
      `${boardLabel}.localhost`,
      `${boardLabel}.localhost:${port}`,
      `${boardLabel}.localhost.:${to}`,
      `x.${boardLabel}.localhost:${to}`,
      `${boardLabel}0.localhost:${to}`,
      `${boardLabel.slice(1)}.localhost:${to}`,
      `${boardLabel}.localhost.evil.test:${to}`,
      `${'z'.repeat(32)}.localhost:${to}`,
    ]) {
      expect(statusOf(await send('GET /index.html', [`Host: ${name}`, 'Sec-Fetch-Dest: iframe'], '', to)), name).toBe(
        421,
      );
    }
    const good = `Host: ${boardLabel}.localhost:${to}`;
    expect(statusOf(await send('GET /index.html', [good, 'Sec-Fetch-Dest: iframe'], '', to))).toBe(200);
    for (const path of [
      '/',
      '/../index.html',
      '/%2e%2e/index.html',
      '/js%2fboard.js',
      '/js\\board.js',
      '//js/board.js',
      '/index.html?x',
      '/INDEX.HTML',
      `/${'a'.repeat(9000)}`,
      '/index.html%00',
    ]) {
      expect(statusOf(await send(`GET ${path}`, [good, 'Sec-Fetch-Dest: iframe'], '', to)), path).toBe(404);
    }
    expect(statusOf(await send('POST /index.html', [good, 'Sec-Fetch-Dest: iframe'], '', to))).toBe(405);
    const upgrade = [good, 'Connection: Upgrade', 'Upgrade: websocket'].join('\r\n');
    expect(statusOf(await raw(`GET /index.html HTTP/1.1\r\n${upgrade}\r\n\r\n`, to))).toBe(403);
  });
});
