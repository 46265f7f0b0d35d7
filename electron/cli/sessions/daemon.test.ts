/** Background sessions under failure, and an unpublished protocol folder: real processes, one community. */
import { globSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureChromium } from '../../../e2e/chromium.ts';
import { verifySignature } from '../../../shared/signing/ed25519.ts';
import { ticketText } from '../../../shared/signing/texts.ts';
import type { Question } from '../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { attach } from '../../owner/attach.ts';
import { createTransport } from '../../p2p/iroh-transport.ts';
import { type Service, startTestService } from '../../tables/testing/community.ts';
import { type TestSeat, takeSeat } from '../../tables/testing/seat.ts';
import {
  type DaemonMessage,
  daemonMessageOf,
  endDaemons,
  jsonLinesOf,
  openTerminal,
  type RunOptions,
  type Terminal,
} from '../testing/terminal.ts';
import { readState, type SessionState } from './session-state.ts';

const people = ['ada', 'bea', 'cleo'];
const passphrase = 'correct horse battery';
const human = ['--control-mode', 'human', '--web', 'off', '--daemon'];
const connectFour = ['host', '--protocol', 'connect-four', ...human];

const dir = temporaryFolder();
let service: Service;
/** Runs in this process, so that the test controls decisions and delays. */
let grace: TestSeat;
const terminals: Record<string, Terminal> = {};

async function startSession(
  who: string,
  args: string[],
  options: RunOptions = {},
): Promise<DaemonMessage & { code: number | null }> {
  const ended = await terminals[who]!.run(args, options);
  return { ...daemonMessageOf(ended), code: ended.code };
}
const until = (state_dir: string, wanted: Partial<SessionState>) =>
  expect.poll(() => readState(state_dir)).toMatchObject(wanted);
const exited = (pid: number) => expect.poll(() => isRunning(pid)).toBe(false);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Short enough to give up on an absent peer soon, long enough for a busy machine. */
const shortHeartbeat = { intervalMs: 500, timeoutMs: 5_000, graceMs: 2_000 };

/** For a side that must not give up on a silent peer, whose process may have to wait, but soon on one that is gone. */
const patientHeartbeat = { intervalMs: 500, timeoutMs: 60_000, graceMs: 10_000 };

/** Grace joins; resolves with her table's id once the game has begun. */
async function joinAsGrace(post_id: string, heartbeat = {}): Promise<string> {
  const table_id = await grace.tables.join(post_id, { control_mode: 'human', heartbeat });
  const begun = await grace.until(table_id, ({ hooks, phase }) => hooks !== null || phase === 'failed');
  expect(begun).toMatchObject({ phase: 'playing' });
  return table_id;
}

/** The question that Grace is asked next. A table that has ended asks nothing more. */
async function askedOfGrace(table_id: string): Promise<Question> {
  const { ask, problem } = await grace.until(table_id, ({ ask, phase }) => ask !== null || phase !== 'playing');
  expect(problem).toBeNull();
  return ask as Question;
}

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  for (const who of people)
    terminals[who] = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, who) });
  await Promise.all([
    (async () => {
      grace = await takeSeat(service.url, join(dir, 'grace'), 'grace');
    })(),
    ...people.map(async (who) => {
      const [key, secrets] = who === 'bea' ? [['--passphrase-fd', '3'], [passphrase]] : [['--insecure-plain-key'], []];
      for (const args of [
        ['init', '--nickname', who, ...key],
        ['register', '--nickname', who, ...(who === 'bea' ? key : [])],
      ])
        expect(await terminals[who]!.run(args, { secrets })).toMatchObject({ code: 0 });
    }),
  ]);
});
afterAll(async () => {
  for (const each of Object.values(terminals)) each.close();
  for (const who of people) await endDaemons(join(dir, who));
  await grace.dispose();
  await service.dispose();
});

describe('the process that owns a data directory', () => {
  /** One daemon that owns the directory and one attached to it, each at a table with Grace. */
  async function twoSeats(heartbeat = {}) {
    const owner = await startSession('ada', connectFour);
    const other = await startSession('ada', connectFour);
    const [first = '', second = ''] = await Promise.all(
      [owner, other].map(({ post_id }) => joinAsGrace(post_id, heartbeat)),
    );
    await until(owner.state_dir, { status: 'running', session_id: (await grace.tables.get(first)).session_id });
    await until(other.state_dir, { status: 'running', session_id: (await grace.tables.get(second)).session_id });
    const [{ pid }, { pid: otherPid }] = await Promise.all([readState(owner.state_dir), readState(other.state_dir)]);
    return { owner, other, first, second, pid, otherPid };
  }

  it('when killed, leaves no session marked as running, and its tables are reported at the next start', async () => {
    const { owner, other, first, second, pid, otherPid } = await twoSeats(shortHeartbeat);
    // Only Ada can report the end to the community.
    grace.unreachable((_, path) => path.endsWith('/status'));
    process.kill(pid, 'SIGKILL');
    await until(owner.state_dir, { status: 'crashed', completed: null });
    await until(other.state_dir, { status: 'crashed', completed: false, end_reason: 'bridge_closed' });
    expect((await readState(other.state_dir)).ended_at).not.toBeNull();
    await exited(otherPid);
    for (const table_id of [first, second])
      expect(await grace.ended(table_id)).toMatchObject({ phase: 'failed', problem: { code: 'peer_disconnected' } });
    // Simulates the end of the grace period: there is nothing to resume.
    for (const path of globSync(join(dir, 'ada', '**', 'resume.sealed'))) await rm(path);

    const rows = jsonLinesOf<SessionState>(await terminals.ada!.parlor('session', 'list', '--json'));
    for (const { state_dir } of [owner, other])
      expect(rows.find((row) => row.state_dir === state_dir)).toMatchObject({ status: 'crashed' });
    for (const table_id of [first, second]) {
      const { session_id } = await grace.tables.get(table_id);
      const get = () => terminals.ada!.json('session', 'get', session_id!);
      await expect.poll(get).toMatchObject({ status: 'failed', status_reason: 'interrupted' });
    }
    grace.unreachable(null);
  });

  it.runIf(isLongRun)(
    'on a first signal, ends its own table, serves attached processes until their tables end, and exits',
    async () => {
      const { owner, other, first, second, pid, otherPid } = await twoSeats();
      process.kill(pid, 'SIGTERM');
      await until(owner.state_dir, { status: 'stopped', end_reason: 'interrupted' });
      expect(await grace.ended(first)).toMatchObject({ phase: 'failed' });

      expect(isRunning(pid)).toBe(true);
      const attached = (await attach(join(dir, 'ada')))!;
      const { tables } = await attached.client.tables.list({});
      const { session_id } = await grace.tables.get(second);
      expect(tables.find((table) => table.session_id === session_id)).toMatchObject({ phase: 'playing' });
      attached.close();
      expect(await readState(other.state_dir)).toMatchObject({ status: 'running' });
      await grace.tables.resign(second);
      await until(other.state_dir, { status: 'closed' });
      await Promise.all([exited(otherPid), exited(pid)]);
    },
  );

  it('on a second signal, exits at once and leaves the other tables to the next start', {
    timeout: 180_000,
    skip: !isLongRun,
  }, async () => {
    const { owner, other, second, pid, otherPid } = await twoSeats(shortHeartbeat);
    process.kill(pid, 'SIGTERM');
    await until(owner.state_dir, { status: 'stopped', end_reason: 'interrupted' });
    // Two signals within half a second count as one.
    const again = () => isRunning(pid) && process.kill(pid, 'SIGTERM');
    await expect.poll(again, { interval: 600 }).toBe(false);
    await until(other.state_dir, { status: 'crashed', completed: false, end_reason: 'bridge_closed' });
    await exited(otherPid);
    expect(await grace.ended(second)).toMatchObject({ phase: 'failed', problem: { code: 'peer_disconnected' } });
  });
});

it('a session is aborted from another terminal, with a reason that the community records', async () => {
  const hosted = await startSession('ada', connectFour);
  const table_id = await joinAsGrace(hosted.post_id);
  const session_id = (await grace.tables.get(table_id)).session_id!;
  const snapshot = () => terminals.ada!.json('session', 'snapshot', session_id);
  await expect.poll(snapshot).toMatchObject({ phase: 'playing' });
  await terminals.ada!.json('session', 'abort', session_id, '--reason', 'Dinner');
  await until(hosted.state_dir, { status: 'aborted' });
  const seen = await terminals.ada!.json('session', 'get', session_id);
  expect(seen).toMatchObject({ status: 'cancelled', status_reason: 'Dinner' });
  await exited((await readState(hosted.state_dir)).pid);
});

it('a table is left unfinished from another terminal while the other side is away on its turn, and only then', async () => {
  const hosted = await startSession('ada', connectFour);
  const table_id = await joinAsGrace(hosted.post_id, patientHeartbeat);
  const { state_dir } = hosted;
  await askedOfGrace(table_id);
  const leave = () => terminals.ada!.parlor('session', 'leave', '--state-dir', state_dir);
  const refused = await leave();
  expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^peer_present: /)]);
  grace.transport.offline = true;
  grace.transport.cut();
  const snapshot = () => terminals.ada!.json('session', 'snapshot', '--state-dir', state_dir);
  await expect.poll(snapshot).toMatchObject({ phase: 'peer_unresponsive', may_leave: true });
  expect(await leave()).toMatchObject({ code: 0 });
  await until(state_dir, { status: 'aborted', completed: false, end_reason: 'peer_stalled' });
  grace.transport.offline = false;
  // By the time that Grace is back, the process of the other side may be gone.
  const code = expect.stringMatching(/^peer_(aborted|unresponsive|disconnected)$/);
  expect(await grace.ended(table_id)).toMatchObject({ result: null, problem: { code } });
});

it('a draw is offered, declined and accepted from another terminal', async () => {
  const { post_id, state_dir } = await startSession('cleo', connectFour);
  const table_id = await joinAsGrace(post_id);
  const move = async () => {
    const { key, choices } = await askedOfGrace(table_id);
    await grace.tables.answer(table_id, key, choices[0]!.value);
  };
  const draw = (...flags: string[]) => terminals.cleo!.parlor('session', 'draw', '--state-dir', state_dir, ...flags);
  const snapshot = () => terminals.cleo!.json('session', 'snapshot', '--state-dir', state_dir);
  await move();
  await expect.poll(snapshot).toMatchObject({ draw: 'open' });
  expect(await draw('--accept')).toMatchObject({ code: 1, errors: expect.stringMatching(/^draw_unavailable: /) });
  expect(await draw()).toMatchObject({ code: 0 });
  await grace.until(table_id, ({ draw }) => draw === 'asked');
  await grace.tables.draw(table_id, 'decline');
  await expect.poll(snapshot).toMatchObject({ draw: 'declined' });
  const events = () => readFile(join(state_dir, 'events.jsonl'), 'utf8');
  await expect.poll(events).toContain('"draw_declined"');
  await grace.tables.draw(table_id, 'offer');
  await expect.poll(snapshot).toMatchObject({ draw: 'asked' });
  expect(await draw('--accept', '--decline')).toMatchObject({ code: 2 });
  expect(await draw('--accept')).toMatchObject({ code: 0 });
  await until(state_dir, { status: 'closed', completed: true, end_reason: 'completed' });
  expect(await grace.ended(table_id)).toMatchObject({ result: { outcome: 'drawn', agreed: true } });
  for (const type of ['draw_offered', 'draw_agreed']) expect(await events()).toContain(`"${type}"`);
  await exited((await readState(state_dir)).pid);
});

describe('a key with a passphrase', () => {
  const fromDescriptor = [...connectFour, '--passphrase-fd', '3'];

  it('is unlocked in the background from a descriptor or a file, and the passphrase is not stored', async () => {
    const refused = await startSession('bea', fromDescriptor, { secrets: ['wrong'] });
    expect(refused).toMatchObject({ code: 1, status: 'error', reason: 'wrong_passphrase' });

    const file = join(dir, 'passphrase');
    await writeFile(file, `${passphrase}\n`, { mode: 0o600 });
    const ways = [
      [connectFour, { env: { PARLOR_PASSPHRASE_FILE: file } }],
      [fromDescriptor, { secrets: [`${passphrase}\n`] }],
    ] as const;
    // The refused command has already read a descriptor, so short runs test the file only.
    for (const [args, options] of ways.slice(0, isLongRun ? undefined : 1)) {
      const hosted = await startSession('bea', [...args], options as RunOptions);
      expect(hosted).toMatchObject({ code: 0, status: 'hosting' });
      const { pid } = await readState(hosted.state_dir);
      if (process.platform === 'linux') {
        for (const name of ['cmdline', 'environ'])
          expect(await readFile(`/proc/${pid}/${name}`, 'utf8')).not.toContain(passphrase);
      }
      for (const name of await readdir(hosted.state_dir)) {
        const text = await readFile(join(hosted.state_dir, name), 'utf8').catch((error) => {
          // A temporary file was renamed to one of the others meanwhile.
          if (error.code === 'ENOENT' && name.includes('.tmp-')) return '';
          throw error;
        });
        expect(text).not.toContain(passphrase);
      }
      process.kill(pid, 'SIGTERM');
      await until(hosted.state_dir, { status: 'stopped', end_reason: 'withdrawn' });
      await exited(pid);
    }
  });
});

it.runIf(isLongRun)('the host publishes a new ticket for a session, and the guest reads it signed', async () => {
  const network = createTransport({ reach: 'loopback' });
  const { ticket } = await network.listen();
  const hosted = await startSession('ada', connectFour);
  const { session_id } = await startSession('cleo', ['join', hosted.post_id, ...human]);
  expect(session_id).toMatch(/^[0-9a-f]{64}$/);
  // The guest's command returns as soon as the host has signed; the host still has to read the guest's signature.
  await until(hosted.state_dir, { session_id: session_id! });
  const update = (who: string) =>
    terminals[who]!.parlor('session', 'transport-update', session_id!, '--iroh-ticket', ticket, '--json');
  const refused = await update('cleo');
  expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^not_owner: /)]);
  expect((await update('ada')).code).toBe(0);

  const moved = await terminals.cleo!.json<Record<string, string>>('session', 'transport-get', session_id!);
  const { host_public_key, protocol_id } = await terminals.cleo!.json<Record<string, string>>(
    'session',
    'get',
    session_id!,
  );
  expect(moved).toMatchObject({ iroh_ticket: ticket });
  const text = ticketText({ public_key: host_public_key!, iroh_ticket: ticket, protocol_id: protocol_id! });
  const signature = Buffer.from(moved.transport_binding_signature!, 'hex');
  expect(verifySignature(Buffer.from(text), signature, Buffer.from(host_public_key!, 'hex'))).toBe(true);
  await network.close();
  await terminals.ada!.json('session', 'abort', session_id!);
  await until(hosted.state_dir, { status: 'aborted' });
});

const action = (name: string) => ({ type: 'enum', values: [name], required: true });
const word = { type: 'enum', values: ['red', 'blue', 'green'], required: true };
/** Both sides send a word given at the start; if the words are equal, the guest wins. */
const words = {
  name: 'Two Words',
  type: 'game',
  family: 'two-words',
  messages: [
    { name: 'join', direction: 'guest_to_host', fields: { action: action('join') } },
    { name: 'ready', direction: 'host_to_guest', fields: { action: action('ready') } },
    { name: 'say', direction: 'guest_to_host', fields: { action: action('say'), word } },
    { name: 'answer', direction: 'host_to_guest', fields: { action: action('answer'), word, said: word } },
  ],
  decision: { mode: 'manual' },
};
const wordHooks = `
export const metadata = () => ({ message: 'Two words', tags: [], type: 'supply', options: {} });
export const init = ({ extra_args }) => ({ words: extra_args });
export const first_action = (state) => ({ state, send: { action: 'say', word: state.words[1] } });
const end = (said, word) => ({ completed: true, winner: said === word ? 'guest' : 'host', reason: said + ' ' + word });
export const handle = (state, message) => message.action === 'say'
  ? { state, send: { action: 'answer', word: state.words[0], said: message.word }, end: end(message.word, state.words[0]) }
  : { state, end: end(message.said, message.word) };
`;

it.runIf(isLongRun)(
  'an unpublished folder is played with hook arguments and the host’s board, to a settled result',
  async () => {
    const folder = join(dir, 'two-words');
    await mkdir(join(folder, 'ui'), { recursive: true });
    await writeFile(join(folder, 'spec.json'), JSON.stringify(words));
    await writeFile(join(folder, 'hooks.js'), wordHooks);
    await writeFile(join(folder, 'ui/index.html'), '<!doctype html><title>Two Words</title>');
    const { protocol_id } = await terminals.ada!.json<{ protocol_id: string }>(
      'protocol',
      'register',
      join(folder, 'spec.json'),
    );
    const rated = ['--family', 'game:two-words', '--status', 'active'];
    await terminals.ada!.json('protocol', 'governance', 'set', protocol_id, ...rated);
    await terminals.cleo!.json('protocol', 'fetch', protocol_id);
    const { path } = await terminals.cleo!.json<{ path: string }>('protocol', 'path', protocol_id);
    await writeFile(join(path, 'hooks.js'), wordHooks);

    const autonomous = ['--control-mode', 'autonomous', '--daemon'];
    const hosted = await startSession('ada', [
      'host',
      'red',
      'blue',
      '--protocol-dir',
      folder,
      '--share-ui',
      ...autonomous,
    ]);
    expect(hosted).toMatchObject({ status: 'hosting', protocol_id });
    const guest = await startSession('cleo', [
      'join',
      hosted.post_id,
      'blue',
      'red',
      '--accept-host-ui',
      ...autonomous,
    ]);
    for (const { state_dir } of [hosted, guest]) await until(state_dir, { status: 'closed', completed: true });
    const { table_id } = await readState(guest.state_dir);
    const saved = async () => {
      const text = await readFile(join(dir, 'cleo/tables', table_id!, 'table.json'), 'utf8');
      return (JSON.parse(text) as { facts: { table: object } }).facts.table;
    };
    await expect.poll(saved).toMatchObject({
      // The folder was used for this table only: the verified copy stays.
      checks: expect.arrayContaining([
        expect.objectContaining({
          id: 'board',
          state: 'checked',
          evidence: expect.arrayContaining([{ name: 'source', value: 'host_p2p' }]),
        }),
      ]),
      result: { winner: 'guest', reason: 'red red', state: 'settled', rating: { mine: { delta: 16 } } },
    });
  },
);

it('--web auto opens a real browser at the table, and closes it with the table', {
  timeout: 240_000,
  skip: !isLongRun,
}, async () => {
  // There may be no display here, so the browser runs headless.
  const browser = join(dir, 'browser');
  const pidFile = join(dir, 'browser-pid');
  const chromium = await ensureChromium();
  await writeFile(browser, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${chromium}' --headless=new "$@"\n`);
  await chmod(browser, 0o700);
  const hosted = await startSession(
    'ada',
    ['host', '--protocol', 'connect-four', '--control-mode', 'human', '--web', 'auto', '--daemon'],
    { env: { DISPLAY: ':99', CHROME_PATH: browser, PARLOR_DAEMON_STARTUP_TIMEOUT: '200' } },
  );
  expect(hosted).toMatchObject({ status: 'hosting', web_mode: 'auto' });
  expect(hosted).not.toHaveProperty('web_url');
  const pid = Number(await readFile(pidFile, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  // The file with the link is deleted once the page has loaded and connected to the core.
  const link = join(dir, 'ada/open.html');
  await expect
    .poll(() =>
      stat(link).then(
        () => 'present',
        () => 'gone',
      ),
    )
    .toBe('gone');

  const table_id = await joinAsGrace(hosted.post_id);
  await grace.tables.resign(table_id);
  await until(hosted.state_dir, { status: 'closed' });
  await exited(pid);
});
