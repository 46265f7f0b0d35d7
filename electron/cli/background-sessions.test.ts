/** Background sessions as scripts use them: real processes, a real community, real iroh. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openToOthers } from '../files/testing/permissions.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import type { SessionEvent } from './sessions/event-log.ts';
import { hasEnded, readState, type SessionState } from './sessions/session-state.ts';
import {
  type CommandResult,
  type DaemonMessage,
  daemonMessageOf,
  endDaemons,
  jsonLinesOf,
  openTerminal,
  type Terminal,
} from './testing/terminal.ts';

const dir = temporaryFolder();
let service: Service;
const terminals: Record<string, Terminal> = {};

const parlorAs = (name: string, ...args: string[]): Promise<CommandResult> => terminals[name]!.parlor(...args);

const startSession = async (name: string, ...args: string[]): Promise<DaemonMessage> =>
  daemonMessageOf(await parlorAs(name, ...args));
const eventsOf = async (state_dir: string) =>
  (await readFile(join(state_dir, 'events.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent);
const until = (state_dir: string, wanted: (state: SessionState) => boolean) =>
  expect.poll(async () => wanted(await readState(state_dir))).toBe(true);
const statusOf = async (name: string, session_id: string) =>
  terminals[name]!.json<{ status: string; status_reason: string }>('session', 'get', session_id);
/** To be followed by waiting for the session's state: `kill(pid, 0)` would succeed until the process is reaped. */
const terminate = (pid: number) => process.kill(pid, 'SIGTERM');

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  for (const name of ['ada', 'grace', 'nobody', 'nowhere'])
    terminals[name] = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, name) });
  await Promise.all(
    ['ada', 'grace'].map(async (name) => {
      expect(await parlorAs(name, 'init', '--nickname', name, '--insecure-plain-key')).toMatchObject({
        code: 0,
        errors: '',
      });
      expect(await parlorAs(name, 'register', '--nickname', name)).toMatchObject({ code: 0 });
    }),
  );
});
afterAll(async () => {
  for (const each of Object.values(terminals)) each.close();
  for (const name of ['ada', 'grace']) await endDaemons(join(dir, name));
  await service.dispose();
});

describe('a seat in the background', () => {
  it('continues after its parent has exited, accepts decisions from other processes, and leaves a valid record', async () => {
    const autonomous = ['--control-mode', 'autonomous', '--daemon'];
    const hosted = await startSession('ada', 'host', '--protocol', 'rock-paper-scissors', ...autonomous);
    expect(hosted).toMatchObject({ status: 'hosting', control_mode: 'autonomous', web_mode: 'off' });
    // The guest's control mode is independent of the host's.
    const joined = await startSession('grace', 'join', hosted.post_id, '--coach', '--no-web', '--daemon');
    expect(joined).toMatchObject({ status: 'joining', post_id: hosted.post_id, control_mode: 'human' });
    expect(joined.session_id).toMatch(/^[0-9a-f]{64}$/);
    for (const name of ['ada', 'grace']) expect(await openToOthers(join(dir, name))).toEqual([]);

    const decide = (decision: object) =>
      parlorAs('grace', 'session', 'decide', '--state-dir', joined.state_dir, '--decision', JSON.stringify(decision));
    const questionOrEnd = async (round: number) =>
      expect
        .poll(
          async () =>
            (await eventsOf(joined.state_dir)).some(
              ({ type, data }) => type === 'decision_requested' && data.match_value === round,
            ) || hasEnded(await readState(joined.state_dir)),
        )
        .toBe(true);
    await questionOrEnd(0);
    expect(jsonLinesOf(await decide({ round: 7, choice: 'rock' }))[0]).toMatchObject({
      reason: 'decision_not_open',
      open: 'round:0',
    });
    expect(await decide({ round: 0, choice: 'rock' })).toMatchObject({ code: 0 });
    await questionOrEnd(1);
    const snapshot = ['session', 'snapshot', '--state-dir', joined.state_dir];
    const shown = await terminals.grace!.run(snapshot, { onTerminal: true });
    const text = stripVTControlCharacters(shown.lines.join('\n'));
    expect(text).toMatch(/^opponent +ada$/m);
    expect(text).toMatch(/round:1/);
    expect(text).not.toContain('{');
    const late = await decide({ round: 0, choice: 'paper' });
    expect([late.code, jsonLinesOf(late)[0]]).toMatchObject([1, { status: 'rejected', reason: 'decision_finalized' }]);
    for (let round = 1; !hasEnded(await readState(joined.state_dir)); round += 1) {
      await decide({ round, choice: 'paper' });
      await questionOrEnd(round + 1);
    }

    const events = jsonLinesOf<SessionEvent>(
      await parlorAs(
        'grace',
        'session',
        'events',
        '--follow',
        '--json',
        '--after',
        '0',
        '--state-dir',
        joined.state_dir,
      ),
    );
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const types = events.map(({ type }) => type);
    for (const type of [
      'peer_joined',
      'protocol_message',
      'decision_requested',
      'decision_made',
      'session_ended',
      'result',
    ])
      expect(types).toContain(type);
    const keysOf = (wanted: string) => events.filter(({ type }) => type === wanted).map(({ data }) => data.key);
    expect(keysOf('decision_requested')).toEqual(keysOf('decision_made'));
    for (const key of keysOf('decision_made'))
      expect(events.filter(({ data }) => data.key === key).map(({ type }) => type)).toEqual([
        'decision_requested',
        'decision_made',
      ]);
    expect(events.find(({ type }) => type === 'decision_made')?.data).toMatchObject({
      key: 'round:0',
      value: 'rock',
      origin: 'you',
    });
    await until(hosted.state_dir, ({ status }) => status === 'closed');
    expect(await readState(joined.state_dir)).toMatchObject({
      status: 'closed',
      completed: true,
      end_reason: 'completed',
    });
    expect(await statusOf('ada', joined.session_id!)).toMatchObject({ status: 'closed' });

    const file = join(dir, 'grace.jsonl');
    expect(await parlorAs('grace', 'session', 'export', joined.session_id!, '--out', file)).toMatchObject({ code: 0 });
    const changed = join(dir, 'changed.jsonl');
    await writeFile(changed, (await readFile(file, 'utf8')).replace('"choice":"rock"', '"choice":"paper"'));
    const unsigned = join(dir, 'unsigned.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(
      unsigned,
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const [same, proven, kept, differs] = await Promise.all([
      parlorAs('ada', 'session', 'verify', joined.session_id!, file),
      parlorAs('ada', 'session', 'verify', joined.session_id!, file, '--proven', '--json'),
      parlorAs('ada', 'session', 'verify', unsigned, '--proven', '--json'),
      parlorAs('ada', 'session', 'verify', joined.session_id!, changed, '--json'),
    ]);
    expect(same).toMatchObject({ code: 0, lines: expect.arrayContaining([expect.stringContaining('same:')]) });
    const proofsOf = (result: typeof proven) =>
      jsonLinesOf(result).flatMap(({ event, proof }) => (event === 'record' ? [proof] : []));
    expect([proven.code, ...proofsOf(proven)]).toEqual([0, 'both_sides', 'both_sides']);
    expect([kept.code, ...proofsOf(kept)]).toEqual([3, 'one_side']);
    expect((await parlorAs('ada', 'session', 'verify', unsigned)).code).toBe(0);
    expect([differs.code, ...proofsOf(differs)]).toEqual([1, 'both_sides', 'forged']);
    expect(jsonLinesOf(differs).map(({ event }) => event)).toEqual(expect.arrayContaining(['finding', 'difference']));
  });

  it.runIf(isLongRun)(
    'on SIGTERM, withdraws an open invitation, or interrupts and reports a table in play',
    async () => {
      const human = ['--control-mode', 'human', '--web', 'off', '--daemon'];
      const waiting = await startSession('ada', 'host', '--protocol', 'connect-four', ...human);
      terminate((await readState(waiting.state_dir)).pid);
      await until(waiting.state_dir, ({ status, end_reason }) => status === 'stopped' && end_reason === 'withdrawn');
      expect((await parlorAs('grace', 'browse', '--post-id', waiting.post_id)).errors).toMatch(/^not_found/);

      const hosted = await startSession('ada', 'host', '--protocol', 'connect-four', ...human);
      const joined = await startSession('grace', 'join', hosted.post_id, ...human);
      // The guest's command returns as soon as the host has signed; the host still has to read the guest's signature.
      await until(hosted.state_dir, ({ table_id }) => table_id !== null);
      terminate((await readState(hosted.state_dir)).pid);
      await until(hosted.state_dir, ({ status, end_reason }) => status === 'stopped' && end_reason === 'interrupted');
      await until(joined.state_dir, ({ status, end_reason }) => status === 'closed' && end_reason === 'peer_aborted');
      await expect.poll(() => statusOf('grace', joined.session_id!)).toMatchObject({ status: 'failed' });
    },
  );

  // In short runs, daemon.test.ts covers aborting.
  it.runIf(isLongRun)(
    'is aborted by the guest from another terminal, with a reason that the community records',
    async () => {
      const human = ['--control-mode', 'human', '--web', 'off', '--daemon'];
      const hosted = await startSession('ada', 'host', '--protocol', 'connect-four', ...human);
      const joined = await startSession('grace', 'join', hosted.post_id, ...human);
      expect(await parlorAs('grace', 'session', 'abort', joined.session_id!, '--reason', 'Dinner')).toMatchObject({
        code: 0,
      });
      await until(joined.state_dir, ({ status }) => status === 'aborted');
      expect(await statusOf('grace', joined.session_id!)).toMatchObject({
        status: 'cancelled',
        status_reason: 'Dinner',
      });
      await until(hosted.state_dir, hasEnded);
    },
  );

  it.runIf(isLongRun)('prints one line if it could not start or is still joining', async () => {
    const [gone, nobody, hosted] = await Promise.all([
      parlorAs('grace', 'join', '00000000-0000-4000-8000-000000000000', '--daemon'),
      parlorAs('nobody', 'host', '--protocol', 'connect-four', '--daemon'),
      startSession('ada', 'host', '--protocol', 'connect-four', '--control-mode', 'autonomous', '--daemon'),
    ]);
    expect([gone.code, jsonLinesOf(gone)[0]]).toMatchObject([1, { status: 'error', reason: 'invitation_gone' }]);
    expect([nobody.code, jsonLinesOf(nobody)[0]]).toMatchObject([1, { status: 'error', reason: 'identity_missing' }]);

    const words = await parlorAs('grace', 'join', hosted.post_id, 'two', 'words', '--daemon');
    expect(jsonLinesOf(words)[0]).toMatchObject({
      status: 'error',
      reason: 'bad_arguments',
      error_excerpt: `protocol decision mode is 'auto'; extra_args ["two","words"] not accepted.`,
    });
    // No process starts within a millisecond.
    const slow = await terminals.grace!.run(['join', hosted.post_id, '--control-mode', 'autonomous', '--daemon'], {
      env: { PARLOR_DAEMON_STARTUP_TIMEOUT: '0.001' },
    });
    expect(slow.code).toBe(0);
    const line = daemonMessageOf(slow);
    expect(Object.keys(line)).not.toContain('session_id');
    await until(line.state_dir, ({ status, completed }) => status === 'closed' && completed === true);
  });
});

it('rejects invalid arguments before it opens anything', async () => {
  const post_id = '00000000-0000-4000-8000-000000000000';
  const wrong = [
    ['join', post_id, '--web', 'auto', '--no-web'],
    ['join', post_id, '--control-mode', 'robot'],
    ['host'],
    ['session', 'get', 'no-id'],
  ];
  await Promise.all(
    wrong.map(async (args) => {
      const { code, lines } = await terminals.nowhere!.run(args, { inProcess: true });
      expect([args, code, lines]).toEqual([args, 2, []]);
    }),
  );
  await expect(stat(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
});
