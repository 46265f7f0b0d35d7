/** A real community beside the app, behind a proxy of the test's own that can be away or lie about invitations. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

const root = join(import.meta.dirname, '..');

export interface SeenInvitation {
  nickname: string;
  iroh_ticket: string;
  transport_info?: { ticket: string };
}

export interface TestCommunity {
  readonly url: string;
  away(gone: boolean): void;
  /** Changes every invitation that the community hands out. */
  tamper(change: (invitation: SeenInvitation) => SeenInvitation): void;
  dispose(): Promise<void>;
}

function start(script: string, args: string[]): { child: ChildProcess; firstLine: Promise<string> } {
  const child = spawn(process.execPath, [join(root, script), ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { child, firstLine };
}

export async function startCommunity({ house = false } = {}): Promise<TestCommunity> {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-community-'));
  const service = start('service/main.ts', [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data-dir',
    join(dir, 'community'),
  ]);
  const upstream = (JSON.parse(await service.firstLine) as { url: string }).url;
  const cast = house ? start('electron/house/main.ts', ['--server', upstream, '--data-dir', join(dir, 'house')]) : null;
  await cast?.firstLine;

  let gone = false;
  let change: ((invitation: SeenInvitation) => SeenInvitation) | null = null;
  const proxy = createServer((request, response) => {
    if (gone) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks);
      const left = new AbortController();
      response.once('close', () => left.abort());
      const answer = await fetch(upstream + request.url, {
        method: request.method!,
        headers,
        signal: left.signal,
        ...(body.length > 0 ? { body } : {}),
      });
      if (answer.headers.get('content-type') === 'text/event-stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        pipeline(answer.body!, response).catch(() => {});
        return;
      }
      let text = await answer.text();
      if (change && request.method === 'GET' && answer.ok && request.url?.startsWith('/api/v1/invitations')) {
        const seen = JSON.parse(text) as SeenInvitation & { results?: SeenInvitation[] };
        text = JSON.stringify(seen.results ? { ...seen, results: seen.results.map(change) } : change(seen));
      }
      response.writeHead(answer.status, { 'content-type': 'application/json', date: answer.headers.get('date') ?? '' });
      response.end(answer.status === 204 ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    away: (now) => {
      gone = now;
      if (gone) proxy.closeAllConnections();
    },
    tamper: (next) => {
      change = next;
    },
    async dispose() {
      proxy.closeAllConnections();
      proxy.close();
      for (const started of [cast, service]) {
        if (!started) continue;
        const exited = new Promise((resolve) => started.child.once('exit', resolve));
        started.child.stdin!.end();
        await exited;
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}
