/** The command line as a person or a script runs it: real processes, a real community, a rated game over real iroh. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const running = new Set<ChildProcess>();
let dir: string;
let server: string;

function start(script: string, args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(root, script), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  return child;
}

interface Ended {
  code: number | null;
  lines: string[];
  errors: string;
}

function collect(child: ChildProcess, onLine: (line: string) => void = () => {}): Promise<Ended> {
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(line);
    onLine(line);
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, lines, errors });
    }),
  );
}

const parlor = (...args: string[]) => collect(start('electron/cli/main.ts', args));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-cli-'));
  const { promise, resolve } = Promise.withResolvers<string>();
  void collect(
    start('service/main.ts', [
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--data-dir',
      join(dir, 'community'),
      '--difficulty',
      '1',
    ]),
    resolve,
  );
  server = (JSON.parse(await promise) as { url: string }).url;
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

describe('parlor', () => {
  it('plays a rated game between two processes', { timeout: 90_000 }, async () => {
    for (const name of ['ada', 'grace']) {
      const made = await parlor('init', '--data-dir', join(dir, name), '--nickname', name, '--insecure-plain-key');
      expect(made).toMatchObject({ code: 0, errors: '' });
      const registered = await parlor(
        'register',
        '--nickname',
        name,
        '--server',
        server,
        '--data-dir',
        join(dir, name),
      );
      expect(JSON.parse(registered.lines[0]!)).toMatchObject({ nickname: name });
    }
    const common = ['--control-mode', 'autonomous', '--server', server, '--json'];
    const { promise: posted, resolve } = Promise.withResolvers<string>();
    const host = collect(
      start('electron/cli/main.ts', [
        'host',
        '--protocol',
        'rock-paper-scissors',
        ...common,
        '--data-dir',
        join(dir, 'ada'),
      ]),
      (line) => {
        const event = JSON.parse(line) as { event: string; post_id: string };
        if (event.event === 'invite_created') resolve(event.post_id);
      },
    );
    const post_id = await posted;
    const browsed = await parlor('browse', '--json', '--server', server, '--data-dir', join(dir, 'grace'));
    expect(browsed.lines.map((line) => (JSON.parse(line) as { post_id: string }).post_id)).toEqual([post_id]);

    const guest = await parlor('join', post_id, ...common, '--data-dir', join(dir, 'grace'));
    const hosted = await host;
    expect([guest.code, hosted.code]).toEqual([0, 0]);
    const result = (ended: Ended) =>
      JSON.parse(ended.lines.at(-1)!) as {
        event: string;
        outcome: string;
        state: string;
        before: number;
        after: number;
      };
    expect(result(guest)).toMatchObject({ event: 'result', state: 'settled', before: 1200 });
    const points = { won: 16, lost: 4, drawn: 8 }[result(guest).outcome]!;
    expect(result(guest).after).toBe(1200 + points);
    expect(result(hosted).after).toBe(1200 + { 16: 4, 4: 16, 8: 8 }[points]!);
    const steps = guest.lines
      .map((line) => JSON.parse(line) as { event: string; step: string })
      .filter(({ event }) => event === 'step');
    expect(steps.map(({ step }) => step)).toEqual([
      'invitation',
      'not_own',
      'terms',
      'binding',
      'protocol',
      'connect',
      'handshake',
      'lifecycle',
    ]);
  });

  it('says what is wrong in one line with a code', { timeout: 60_000 }, async () => {
    const nowhere = await parlor('browse', '--server', server, '--data-dir', join(dir, 'nobody'));
    expect(nowhere.code).toBe(1);
    expect(nowhere.errors).toMatch(/^identity_missing: .*parlor init\n$/);
    const down = await parlor('browse', '--server', 'http://127.0.0.1:1', '--data-dir', join(dir, 'ada'));
    expect(down.errors).toMatch(/^community_unreachable: [^\n]*\n$/);
    const typo = await parlor('browse', '--sever', server);
    expect(typo.code).toBe(2);
    expect(typo.errors).toContain('--sever');
    const twice = await parlor('init', '--data-dir', join(dir, 'ada'), '--insecure-plain-key');
    expect(twice.errors).toMatch(/^identity_exists: /);
    const gone = await parlor(
      'join',
      '00000000-0000-4000-8000-000000000000',
      '--server',
      server,
      '--data-dir',
      join(dir, 'ada'),
    );
    expect(gone.code).toBe(1);
    expect(gone.lines.at(-1)).toMatch(/^failed: invitation_gone /);
  });
});
