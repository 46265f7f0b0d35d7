import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { flagOptions, flagVariables } from '../config.ts';
import { runService, type ServiceProcess, spawnService, startedService } from '../testing/process.ts';

vi.setConfig({ testTimeout: 60_000 });

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-serve-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const start = (...more: string[]) =>
  startedService(['--data-dir', dir, '--difficulty', '0', '--exit-with-parent', ...more]);

interface Line {
  socket: Socket;
  /** Everything that came back. */
  text: () => string;
  closed: Promise<void>;
  /** Resolves once this text came. */
  heard(words: string): Promise<void>;
}

async function lineTo({ url }: ServiceProcess, bytes = ''): Promise<Line> {
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
  const heard = async (words: string) => {
    while (!text.includes(words)) await new Promise((resolve) => socket.once('data', resolve));
  };
  return { socket, text: () => text, closed, heard };
}

const upload = 'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s what runs ends, what idles is closed, and nobody new comes in',
  async (signal) => {
    const service = await start();
    const running = await lineTo(service, upload);
    await running.heard('100 Continue');
    const idle = await lineTo(service, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.heard('"ok"');
    const silent = await lineTo(service);
    const asking = await lineTo(service, 'GET /health HTTP/1.1\r\nHost: x\r\n');
    // Answered after it in the same process, so that the head above was read.
    expect((await fetch(`${service.url}/health`)).status).toBe(200);

    service.child.kill(signal);
    await Promise.all([idle.closed, silent.closed]);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
    expect(running.text()).not.toContain('HTTP/1.1 4');
    expect(service.child.exitCode).toBeNull();
    // A balancer that still asks learns that it must go elsewhere.
    asking.socket.write('\r\n');
    await asking.closed;
    expect(asking.text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*"degraded"/);
    running.socket.write('{}');
    await running.closed;
    expect(running.text()).toMatch(/HTTP\/1\.1 400 [\s\S]*Connection: close[\s\S]*"invalid_field"/);
    expect(await service.ended).toBe(0);
  },
);

test('a second signal waits for nobody', async () => {
  const service = await start();
  const running = await lineTo(service, upload);
  await running.heard('100 Continue');
  const idle = await lineTo(service);
  service.child.kill('SIGTERM');
  await idle.closed;
  service.child.kill('SIGINT');
  await running.closed;
  expect(running.text()).not.toContain('HTTP/1.1 4');
  expect(await service.ended).toBe(0);
  expect(service.log()).not.toContain('"level":50');
});

test('metrics are announced with the service, on a port of their own', async () => {
  const service = await start('--metrics-port', '0');
  expect(service.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const text = await (await fetch(service.metricsUrl!)).text();
  expect(text).toMatch(/^parlor_data_file_bytes\{file="community\.db"\} [1-9]/m);
  // One that is taken is said in a line.
  const second = spawnService(['--data-dir', dir, '--metrics-port', new URL(service.metricsUrl!).port]);
  expect([await second.ended, second.log().replace(/^\{.*\n/gm, '')]).toEqual([
    1,
    `service_failed: Port ${new URL(service.metricsUrl!).port} is in use by another program.\n`,
  ]);
  service.child.kill();
  expect(await service.ended).toBe(0);
});

test('--help says every flag and its variable', async () => {
  for (const [args, words] of [
    [['--help'], Object.keys(flagOptions).map((flag) => `--${flag}`)],
    [['-h'], Object.values(flagVariables)],
    [
      ['backup', '--help'],
      ['--data-dir', '--out'],
    ],
    [['check', '--help'], ['--data-dir']],
  ] as const) {
    const { code, out } = await runService(args);
    expect(code).toBe(0);
    for (const word of words) expect(out, args.join(' ')).toContain(word);
  }
});
