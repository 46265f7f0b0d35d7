/** The command line as a person or a script runs it: a real community, a rated game between real processes over real iroh. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { type CommandResult, openTerminal, type Terminal } from './testing/terminal.ts';

const dir = temporaryFolder();
let service: Service;
const terminals: Record<string, Terminal> = {};

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  for (const name of ['ada', 'grace', 'nobody'])
    terminals[name] = openTerminal(
      { PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, name) },
      // Errors are also read from real processes.
      { alwaysSpawn: name === 'nobody' },
    );
  await Promise.all(
    ['ada', 'grace'].map(async (name) => {
      const { parlor } = terminals[name]!;
      const created = await parlor('init', '--nickname', name, '--insecure-plain-key');
      expect(created).toMatchObject({ code: 0, errors: '' });
      const registered = await parlor('register', '--nickname', name);
      expect(JSON.parse(registered.lines[0]!)).toMatchObject({ nickname: name });
    }),
  );
});
afterAll(async () => {
  for (const each of Object.values(terminals)) each.close();
  await service.dispose();
});

describe('parlor', () => {
  // In a short run, background-sessions.test.ts has it.
  it.runIf(isLongRun)('plays a rated game between two processes', async () => {
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
    const result = (ended: CommandResult) =>
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

  it('prints an error as one line with its code', async () => {
    const [nowhere, down, typo, twice] = await Promise.all([
      terminals.nobody!.parlor('browse'),
      terminals.grace!.parlor('browse', '--server', 'http://127.0.0.1:1'),
      terminals.nobody!.parlor('browse', '--sever', service.url),
      terminals.ada!.parlor('init', '--insecure-plain-key'),
    ]);
    const unknown = ['join', '00000000-0000-4000-8000-000000000000'];
    const here = { inProcess: true };
    const wrongOption = [
      'host',
      '--protocol',
      'connect-four',
      '--control-mode',
      'autonomous',
      '--options',
      '{"columns":8}',
    ];
    const [joined, keyless, nonsense, asJson, unknownOption] = await Promise.all([
      terminals.ada!.run(unknown, here),
      terminals.nobody!.run([...unknown, '--daemon'], here),
      terminals.grace!.run([...unknown, '--daemon', '--server', 'nonsense'], here),
      terminals.ada!.run([...unknown, '--json'], here),
      terminals.ada!.run(wrongOption, here),
    ]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.errors).toMatch(/^identity_missing: .*parlor init\n$/);
    expect(down.errors).toMatch(/^community_unreachable: [^\n]*\n$/);
    expect(typo.code).toBe(2);
    expect(typo.errors).toBe("bad_arguments: Unknown option '--sever'. Did you mean --server?\n");
    expect(twice.errors).toMatch(/^identity_exists: /);
    for (const each of [joined, asJson])
      expect([each.code, each.errors]).toEqual([1, expect.stringMatching(/^invitation_gone: [^\n]*\n$/)]);
    expect(joined.lines).toEqual(['step: invitation']);
    expect(unknownOption.errors).toMatch(
      /^options_invalid: The protocol has no option "columns". Its options are: cols, /,
    );
    const message = asJson.errors.slice('invitation_gone: '.length, -1);
    expect(JSON.parse(asJson.lines.at(-1)!)).toMatchObject({ error: { code: 'invitation_gone', message } });
    for (const [ended, code, reason] of [
      [keyless, 1, 'identity_missing'],
      [nonsense, 2, 'bad_arguments'],
    ] as const) {
      expect([ended.code, ended.errors]).toEqual([code, expect.stringMatching(`^${reason}: [^\n]*\n$`)]);
      const [line, ...more] = ended.lines.map((each) => JSON.parse(each) as unknown);
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        status: 'error',
        reason,
        error_excerpt: expect.any(String),
        error: { code: reason },
      });
    }
    expect(existsSync(join(dir, 'nobody'))).toBe(false);
    expect(existsSync(join(dir, 'ada', 'sessions'))).toBe(false);
  });
});
