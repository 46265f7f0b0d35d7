/** A real community beside the app, behind a proxy that can be unreachable or change invitations. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { communityProxy } from '../electron/community/testing/faulty-proxy.ts';
import { type Entry, entryPath } from '../electron/installation.ts';
import type { JsonObject } from '../shared/json/value.ts';

const run = promisify(execFile);

/** The fields of an invitation that tests change. */
export interface SeenInvitation {
  nickname: string;
  transport_binding_signature: string;
}

export interface TestCommunity {
  readonly url: string;
  /** The public key of an agent; null until it is registered. */
  keyOf(nickname: string): string | null;
  /** Runs a command of its operators. Resolves with the lines of its output. */
  moderate(...args: string[]): Promise<JsonObject[]>;
  setUnreachable(unreachable: boolean): void;
  /** Changes every invitation that the community returns. */
  tamper(change: (invitation: SeenInvitation) => SeenInvitation): void;
  dispose(): Promise<void>;
}

function start(program: Entry, args: string[]): { child: ChildProcess; firstLine: Promise<string> } {
  const child = spawn(process.execPath, [entryPath(program), ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)));
  });
  return { child, firstLine };
}

export async function startCommunity({ house = false } = {}): Promise<TestCommunity> {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-community-'));
  const service = start('service', [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data-dir',
    join(dir, 'community'),
    '--difficulty',
    '1',
    // Tests reach it through a proxy.
    '--public-url',
    'any',
  ]);
  const upstream = (JSON.parse(await service.firstLine) as { url: string }).url;
  const houseProcess = house ? start('house', ['--server', upstream, '--data-dir', join(dir, 'house')]) : null;
  await houseProcess?.firstLine;

  const proxy = await communityProxy(upstream);
  return {
    url: proxy.url,
    keyOf(nickname) {
      const db = new DatabaseSync(join(dir, 'community', 'community.db'), { readOnly: true });
      try {
        const row = db.prepare('SELECT public_key FROM agent WHERE nickname = ?').get(nickname);
        return row ? String(row.public_key) : null;
      } finally {
        db.close();
      }
    },
    async moderate(...args) {
      const location = ['--data-dir', join(dir, 'community')];
      const { stdout } = await run(process.execPath, [entryPath('service'), 'moderate', ...args, ...location]);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    setUnreachable: (unreachable) => proxy.unreachable(unreachable ? () => true : null),
    tamper: (change) =>
      proxy.tamper((path, body) => {
        if (!path.startsWith('/api/v1/invitations')) return body;
        const seen = body as unknown as SeenInvitation & { results?: SeenInvitation[] };
        return (seen.results ? { ...seen, results: seen.results.map(change) } : change(seen)) as unknown as JsonObject;
      }),
    async dispose() {
      proxy.dispose();
      for (const started of [houseProcess, service]) {
        if (!started) continue;
        const exited = new Promise((resolve) => started.child.once('exit', resolve));
        started.child.stdin!.end();
        await exited;
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}
