/** Runs the proxies of docs/operators.md in front of real services. Only in long runs, which need the packages nginx and caddy. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { problemDocument } from '../shared/community/shapes.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import type { TestAgent } from './testing/community.ts';
import { findFreePort } from './testing/postgres.ts';
import { remoteCommunity, type ServiceProcess, serviceArgs, startService } from './testing/process.ts';
import { Nginx, type ReverseProxy, startCaddy, type Upstream } from './testing/proxy.ts';
import { Traffic } from './testing/traffic.ts';

/** Forwards connections to a service, records the traffic, and closes when the service does. */
class Tap {
  readonly port: number;
  /** Resolves once nothing listens on this port any more. */
  readonly closed: Promise<unknown>;
  /** Called with each chunk of requests before the service gets it. */
  onRequest: (text: string) => void = () => {};
  /** The requests received on each connection. */
  readonly #received: { text: string }[] = [];
  readonly #server: Server;

  private constructor({ url, ended }: ServiceProcess, port: number) {
    this.port = port;
    this.#server = createServer((proxy) => this.#forward(proxy, Number(new URL(url).port)));
    this.closed = once(this.#server, 'close');
    void ended.then(() => this.#server.close());
  }

  static async start(service: ServiceProcess): Promise<Tap> {
    const tap = new Tap(service, await findFreePort());
    tap.#server.listen(tap.port, '127.0.0.1');
    await once(tap.#server, 'listening');
    return tap;
  }

  /** The ids of all requests that have arrived, including repetitions. */
  get requestIds(): string[] {
    return this.#received.flatMap(({ text }) => [...text.matchAll(/\nx-request-id: (\w+)/gi)].map(([, id]) => id!));
  }

  #forward(proxy: Socket, port: number): void {
    const service = connect(port, '127.0.0.1');
    const received = { text: '' };
    this.#received.push(received);
    proxy.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      received.text += text;
      this.onRequest(text);
      service.write(chunk);
    });
    service.pipe(proxy);
    for (const socket of [proxy, service]) {
      socket.on('error', () => {});
      socket.once('close', () => {
        for (const each of [proxy, service]) each.destroy();
      });
    }
  }
}

const flags = (folder: string) => [...serviceArgs(folder), '--rate', 'capabilities=off'];
let data: string;
let services: ServiceProcess[];
let agents: TestAgent[];
const start = async (count: number) => {
  services = await Promise.all(Array.from({ length: count }, () => startService(flags(data))));
  const community = remoteCommunity(services[0]!.url);
  agents = await Promise.all(Array.from({ length: 8 }, (_, i) => community.agent(`Agent ${i}`)));
};
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(async () => {
  for (const { child, ended } of services) {
    child.kill('SIGKILL');
    await ended;
  }
});

const proxies: [name: string, start: (folder: string, upstreams: readonly Upstream[]) => Promise<ReverseProxy>][] = [
  ['nginx', Nginx.start],
  ['Caddy', startCaddy],
];

test.runIf(isLongRun).each(proxies)(
  'a killed service behind %s fails only the requests it was handling, and no request is sent twice',
  async (_, startProxy) => {
    await start(2);
    const taps = await Promise.all(services.map(Tap.start));
    const proxy = await startProxy(temporaryFolder(), taps);
    onTestFinished(() => proxy.stop());
    const traffic = new Traffic(proxy.url, agents);
    traffic.phase = 'before';
    await traffic.waitForMore(200);
    const [victim, tap] = [services[0]!, taps[0]!];
    // A proxy is most likely to repeat a GET.
    tap.onRequest = (text) => text.startsWith('GET /api') && victim.child.kill('SIGKILL');
    await tap.closed;
    await traffic.until(() => traffic.failures.length > 0);
    traffic.phase = 'after';
    await traffic.until((answers) => answers.filter(({ phase }) => phase === 'after').length >= 200);
    await traffic.stop();

    const { failures } = traffic;
    expect(failures.filter(({ phase }) => phase === 'after')).toEqual([]);
    expect(failures.length).toBeLessThanOrEqual(agents.length);
    const arrived = taps.flatMap(({ requestIds }) => requestIds);
    expect(arrived.length).toBeGreaterThan(400);
    expect(new Set(arrived).size).toBe(arrived.length);
  },
);

test.runIf(isLongRun)('restarting the services behind nginx one after the other fails no request', async () => {
  await start(4);
  const ports = services.map(({ url }) => Number(new URL(url).port));
  const nginx = await Nginx.start(
    temporaryFolder(),
    ports.map((port) => ({ port })),
  );
  onTestFinished(() => nginx.stop());
  const traffic = new Traffic(nginx.url, agents);
  for (const [at, { child, ended }] of services.entries()) {
    await traffic.waitForMore(50);
    await nginx.reload(ports.map((port, i) => ({ port, isDown: i === at })));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    services[at] = await startService([...flags(data), '--port', String(ports[at])]);
    await nginx.reload(ports.map((port) => ({ port })));
  }
  await traffic.waitForMore(50);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
});

test.runIf(isLongRun).each(proxies)(
  'while no service runs, %s answers with a problem document',
  async (_, startProxy) => {
    await start(1);
    const proxy = await startProxy(temporaryFolder(), [{ port: Number(new URL(services[0]!.url).port) }]);
    onTestFinished(() => proxy.stop());
    const refused = await fetch(`${proxy.url}/api/v1/invitations`);
    expect(problemDocument.parse(await refused.json())).toMatchObject({ status: 401 });
    services[0]!.child.kill('SIGKILL');
    await services[0]!.ended;
    const response = await fetch(`${proxy.url}/api/v1/invitations`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('retry-after')]).toEqual([
      502,
      'application/problem+json',
      '5',
    ]);
    expect(problemDocument.parse(await response.json())).toMatchObject({ code: 'service_unavailable', status: 502 });
  },
);
