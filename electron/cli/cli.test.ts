/** The command line as a person or a script runs it: real processes, a real community, a rated game over real iroh. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { type Ended, openTerminal, type Terminal } from './testing/terminal.ts';

let dir: string;
let service: Service;
const terminals: Record<string, Terminal> = {};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-cli-'));
  service = await startTestService(join(dir, 'community'));
  for (const name of ['ada', 'grace', 'nobody'])
    terminals[name] = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, name) });
});
afterAll(async () => {
  for (const each of Object.values(terminals)) each.close();
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

describe('parlor', () => {
  it('plays a rated game between two processes', { timeout: 90_000 }, async () => {
    await Promise.all(
      ['ada', 'grace'].map(async (name) => {
        const { parlor } = terminals[name]!;
        const made = await parlor('init', '--nickname', name, '--insecure-plain-key');
        expect(made).toMatchObject({ code: 0, errors: '' });
        const registered = await parlor('register', '--nickname', name);
        expect(JSON.parse(registered.lines[0]!)).toMatchObject({ nickname: name });
      }),
    );
    const common = ['--control-mode', 'autonomous', '--json'];
    const { promise: posted, resolve } = Promise.withResolvers<string>();
    const host = terminals.ada!.run(['host', '--protocol', 'rock-paper-scissors', ...common], {
      onLine(line) {
        const event = JSON.parse(line) as { event: string; post_id: string };
        if (event.event === 'invite_created') resolve(event.post_id);
      },
    });
    const post_id = await posted;
    const browsed = await terminals.grace!.parlor('browse', '--json');
    expect(browsed.lines.map((line) => (JSON.parse(line) as { post_id: string }).post_id)).toEqual([post_id]);

    const guest = await terminals.grace!.parlor('join', post_id, ...common);
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
    const [nowhere, down, typo, twice] = await Promise.all([
      terminals.nobody!.parlor('browse'),
      terminals.grace!.parlor('browse', '--server', 'http://127.0.0.1:1'),
      terminals.nobody!.parlor('browse', '--sever', service.url),
      terminals.ada!.parlor('init', '--insecure-plain-key'),
    ]);
    const gone = await terminals.ada!.parlor('join', '00000000-0000-4000-8000-000000000000');
    expect(nowhere.code).toBe(1);
    expect(nowhere.errors).toMatch(/^identity_missing: .*parlor init\n$/);
    expect(down.errors).toMatch(/^community_unreachable: [^\n]*\n$/);
    expect(typo.code).toBe(2);
    expect(typo.errors).toContain('--sever');
    expect(twice.errors).toMatch(/^identity_exists: /);
    expect(gone.code).toBe(1);
    expect(gone.lines.at(-1)).toMatch(/^failed: invitation_gone /);
  });
});
