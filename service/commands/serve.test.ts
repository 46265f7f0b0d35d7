import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { flagOptions, flagVariables } from '../config.ts';
import { type ServiceProcess, spawnService, startService } from '../testing/process.ts';
import { runInProcess } from '../testing/run-in-process.ts';

const dir = temporaryFolder();

const start = (...more: string[]) =>
  startService(['--data-dir', dir, '--difficulty', '0', '--exit-with-parent', ...more]);

interface Connection {
  socket: Socket;
  /** Everything received so far. */
  text: () => string;
  closed: Promise<void>;
  /** Resolves once this text has been received. */
  receives(part: string): Promise<void>;
}

async function connectTo({ url }: ServiceProcess, bytes = ''): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(bytes);
  const receives = async (part: string) => {
    while (!text.includes(part)) await new Promise((resolve) => socket.once('data', resolve));
  };
  return { socket, text: () => text, closed, receives };
}

const incompleteRequest =
  'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';

test.each(isLongRun ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
  'on %s completes running requests, closes idle connections and accepts no new ones',
  async (signal) => {
    const service = await start();
    const running = await connectTo(service, incompleteRequest);
    await running.receives('100 Continue');
    const idle = await connectTo(service, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.receives('"ok"');
    const silent = await connectTo(service);
    const checking = await connectTo(service, 'GET /health HTTP/1.1\r\nHost: x\r\n');
    // This response comes after the request head above was read by the same process.
    expect((await fetch(`${service.url}/health`)).status).toBe(200);

    service.child.kill(signal);
    await Promise.all([idle.closed, silent.closed]);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
    expect(running.text()).not.toContain('HTTP/1.1 4');
    expect(service.child.exitCode).toBeNull();
    // A load balancer that checks health now gets a 503.
    checking.socket.write('\r\n');
    await checking.closed;
    expect(checking.text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*"degraded"/);
    running.socket.write('{}');
    await running.closed;
    expect(running.text()).toMatch(/HTTP\/1\.1 400 [\s\S]*Connection: close[\s\S]*"invalid_field"/);
    expect(await service.ended).toBe(0);
  },
);

test('SIGTERM sent to npm ends the service, although its shell does not forward it', async () => {
  const args = ['run', '-s', 'service', '--', '--data-dir', dir, '--port', '0'];
  const npm = spawn('npm', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface({ input: npm.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  expect((await fetch(`${url}/health`)).status).toBe(200);
  npm.kill('SIGTERM');
  // The service holds the pipe open until it exits.
  await once(npm, 'close');
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test('with a shutdown delay, health checks fail first; a second signal ends the delay', async () => {
  const service = await start('--shutdown-delay', '3600');
  const health = () => fetch(`${service.url}/health`);
  expect((await health()).status).toBe(200);
  service.child.kill('SIGTERM');
  await expect.poll(async () => (await health()).status, { interval: 10 }).toBe(503);
  // New connections still get responses, but are closed after them.
  const other = await fetch(`${service.url}/api/v1/version`);
  expect([other.status, other.headers.get('connection')]).toEqual([200, 'close']);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('exits immediately on a second signal', async () => {
  const service = await start();
  const running = await connectTo(service, incompleteRequest);
  await running.receives('100 Continue');
  const idle = await connectTo(service);
  service.child.kill('SIGTERM');
  await idle.closed;
  service.child.kill('SIGINT');
  await running.closed;
  expect(running.text()).not.toContain('HTTP/1.1 4');
  expect(await service.ended).toBe(0);
  expect(service.log()).not.toContain('"level":50');
});

test('announces the metrics URL, on a separate port', async () => {
  const service = await start('--metrics-port', '0');
  expect(service.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const text = await (await fetch(service.metricsUrl!)).text();
  expect(text).toMatch(/^parlor_data_file_bytes\{file="community\.db"\} [1-9]/m);
  if (isLongRun) {
    // A port in use is reported on one line.
    const second = spawnService(['--data-dir', dir, '--metrics-port', new URL(service.metricsUrl!).port]);
    expect([await second.ended, second.log().replace(/^\{.*\n/gm, '')]).toEqual([
      1,
      `service_failed: Port ${new URL(service.metricsUrl!).port} is in use by another program.\n`,
    ]);
  }
  service.child.kill();
  expect(await service.ended).toBe(0);
});

test('says what to set if clients may use an address that it can’t know', async () => {
  const warnings = async (...flags: string[]) => {
    const service = spawnService(['--data-dir', temporaryFolder(), '--port', '0', ...flags]);
    await service.firstLine;
    service.child.kill();
    await service.ended;
    return service.log().match(/No --public-url.*PARLOR_SERVICE_PUBLIC_URL/g) ?? [];
  };
  const proxy = ['--trust-proxy', '127.0.0.1'];
  expect(await warnings(...proxy)).toHaveLength(1);
  expect(await warnings(...proxy, '--public-url', 'https://community.example')).toEqual([]);
  expect(await warnings()).toEqual([]);
});

test('--help lists every flag and variable', async () => {
  for (const [args, names] of [
    [['--help'], Object.keys(flagOptions).map((flag) => `--${flag}`)],
    [['-h'], Object.values(flagVariables)],
    [
      ['backup', '--help'],
      ['--data-dir', '--database-url', '--out'],
    ],
    [
      ['check', '--help'],
      ['--data-dir', '--database-url'],
    ],
    [
      ['copy', '--help'],
      ['--data-dir', '--database-url', '--reverse'],
    ],
  ] as const) {
    const { code, out } = await runInProcess(args);
    expect(code).toBe(0);
    for (const name of names) expect(out, args.join(' ')).toContain(name);
  }
});
