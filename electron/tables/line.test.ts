import { afterEach, expect, test, vi } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Channel } from '../p2p/channel.ts';
import { type Line, type LineEvent, openLine, type Way } from './line.ts';
import { type PipeEnd, pipe } from './testing/pipe.ts';

const session_id = 'ab'.repeat(32);
const token = 'cd'.repeat(32);
const lines: Line[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.dispose();
});

interface End {
  line: Line;
  heard: LineEvent[];
  frames(): JsonObject[];
  types(): string[];
}

function open(channel: Channel, way: Way | null): End {
  const line = openLine(channel, way);
  lines.push(line);
  const heard: LineEvent[] = [];
  line.listen((event) => heard.push(event));
  return {
    line,
    heard,
    frames: () => heard.flatMap((event) => (event.type === 'frame' ? [event.frame] : [])),
    types: () => heard.map((event) => event.type).filter((type) => type !== 'frame'),
  };
}

/** Two lines whose guest finds the host on a new pipe whenever it dials, unless the host is away. */
function pair(change: { guest?: Partial<Way>; host?: Partial<Way> } = {}) {
  const state = { ends: pipe(), away: false, dials: 0 };
  const first = state.ends;
  const host = open(first.host, { role: 'host', session_id, token, ...change.host });
  const redial = async () => {
    state.dials += 1;
    if (state.away) throw new Error('Nobody answers.');
    state.ends = pipe();
    const { host: theirs, guest: ours } = state.ends;
    void theirs.receive().then((frame) => host.line.welcome(theirs, frame!));
    return ours;
  };
  const guest = open(first.guest, { role: 'guest', session_id, token, redial, ...change.guest });
  return { host, guest, state };
}

const move = (turn: number) => ({ action: 'move', turn });
const until = (wanted: () => boolean) => vi.waitUntil(wanted, { timeout: 5_000, interval: 2 });

test('R10: a lost connection is replaced, and each side gets exactly what it had not seen, in order', async () => {
  const { host, guest, state } = pair();
  await guest.line.send(move(1));
  await host.line.send(move(2));
  await until(() => guest.frames().length === 1 && host.frames().length === 1);
  state.away = true;
  state.ends.guest.cut();
  await until(() => guest.types().includes('lost') && host.types().includes('lost'));
  await guest.line.send(move(3));
  await guest.line.send({ _sys: 'ping', probe_id: 'of the lost connection' });
  await guest.line.send(move(4));
  await host.line.send(move(5));
  expect(guest.line.connection().kind).toBe('none');
  state.away = false;
  await until(() => host.frames().length === 3 && guest.frames().length === 2);
  expect(host.frames()).toEqual([move(1), move(3), move(4)]);
  expect(guest.frames()).toEqual([move(2), move(5)]);
  expect([host.types(), guest.types()]).toEqual([
    ['lost', 'resumed'],
    ['lost', 'resumed'],
  ]);
  await host.line.send(move(6));
  await until(() => guest.frames().length === 3);
  expect(guest.line.connection().kind).toBe('direct');
});

test('R10: a frame that left and never arrived is sent again', async () => {
  const { host, guest, state } = pair();
  const { guest: pipeEnd, host: theirs } = state.ends as { guest: PipeEnd; host: PipeEnd };
  const lose = vi.spyOn(pipeEnd, 'send').mockResolvedValue(undefined);
  await guest.line.send(move(1));
  lose.mockRestore();
  theirs.cut();
  await until(() => host.frames().length === 1);
  expect(host.frames()).toEqual([move(1)]);
});

test('a host that hears nothing of its guest gives the connection up, and the guest dials again', async () => {
  const { host, guest, state } = pair();
  host.line.retry();
  await until(() => host.types().includes('resumed') && guest.types().includes('resumed'));
  expect(state.dials).toBe(1);
});

test('a guest whose host is silent dials again; the host lets go of the connection it still believed in', async () => {
  const { host, guest, state } = pair();
  guest.line.retry();
  guest.line.retry();
  await until(() => host.types().includes('resumed') && guest.types().includes('resumed'));
  expect(state.dials).toBe(1);
  await guest.line.send(move(1));
  await until(() => host.frames().length === 1);
});

test('many frames of one side do not stay in memory: the other says what it has', async () => {
  const { host, guest, state } = pair();
  for (let turn = 0; turn < 70; turn += 1) await guest.line.send(move(turn));
  await until(() => host.frames().length === 70);
  expect(state.ends.host.sent).toEqual([
    { _sys: 'received', count: 32 },
    { _sys: 'received', count: 64 },
  ]);
});

test.each<[string, Partial<Way>]>([
  ['another token', { token: '0'.repeat(64) }],
  ['another session', { session_id: '0'.repeat(64) }],
  ['the host’s own role', { role: 'host' }],
])('nobody takes the guest’s seat with %s', async (_name, guest) => {
  const { host, guest: stranger, state } = pair({ guest });
  stranger.line.retry();
  await until(() => state.dials >= 2);
  expect(host.types()).not.toContain('resumed');
  expect(stranger.types()).toEqual(['lost']);
});

test('P-12: a guest that comes back with another history fails the table on both sides, with both accounts', async () => {
  const { host, guest, state } = pair();
  await guest.line.send(move(1));
  await until(() => host.frames().length === 1);
  // The guest hears a move that its host never made.
  await state.ends.host.send(move(666));
  await until(() => guest.frames().length === 1);
  guest.line.retry();
  await until(() => host.types().includes('differs') && guest.types().includes('differs'));
  const [ours] = host.heard.filter((event) => event.type === 'differs');
  const [theirs] = guest.heard.filter((event) => event.type === 'differs');
  expect(ours).toMatchObject({ mine: { sent: 0, received: 1 }, theirs: { sent: 1, received: 1 } });
  expect(theirs).toMatchObject({ mine: ours?.type === 'differs' ? ours.theirs : null });
});

test('a peer that does not know the way is gone with its connection', async () => {
  const ends = pipe();
  const end = open(ends.guest, null);
  ends.host.cut();
  await until(() => end.types().length > 0);
  expect(end.types()).toEqual(['closed']);
});

test('a clean end is an end, not a loss', async () => {
  const { host, guest, state } = pair();
  await host.line.close(1_000);
  await until(() => guest.types().length > 0);
  expect(guest.types()).toEqual(['closed']);
  await host.line.gone;
  expect(state.dials).toBe(0);
});

test('the end of a game that a lost connection swallowed can be fetched afterwards', async () => {
  const { host, guest, state } = pair();
  state.away = true;
  state.ends.guest.cut();
  await until(() => guest.types().includes('lost') && host.types().includes('lost'));
  await host.line.send({ action: 'end' });
  await host.line.close(10_000);
  state.away = false;
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ action: 'end' }]);
  await host.line.gone;
  await until(() => guest.types().includes('closed'));
});

test('who leaves while the other is gone is heard of once it is back', async () => {
  const { host, guest, state } = pair();
  state.away = true;
  state.ends.guest.cut();
  await until(() => host.types().includes('lost'));
  await host.line.send({ _sys: 'bye', code: 'resigned' });
  await host.line.close(10_000);
  state.away = false;
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
});

test('last words that were said on a connection already lost are said again', async () => {
  const { host, guest, state } = pair();
  const { host: ours, guest: theirs } = state.ends;
  vi.spyOn(ours, 'send').mockResolvedValue(undefined);
  vi.spyOn(ours, 'close').mockImplementation(async () => {
    theirs.cut();
    return false;
  });
  await host.line.send({ _sys: 'bye', code: 'resigned' });
  await host.line.close(10_000);
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
});

test('last words are heard by one who had more to say and found that nobody listens', async () => {
  const redial = async () => {
    const ends = pipe();
    void ends.host.receive().then((frame) => host.line.welcome(ends.host, frame!));
    const send = ends.guest.send.bind(ends.guest);
    vi.spyOn(ends.guest, 'send').mockImplementation(async (frame) => {
      if ('_session_resume' in frame) return send(frame);
      await host.line.gone;
      throw new ParlorError('peer_disconnected', 'The host has hung up.');
    });
    return ends.guest;
  };
  const { host, guest, state } = pair({ guest: { redial } });
  vi.spyOn(state.ends.guest, 'send').mockResolvedValue(undefined);
  await guest.line.send(move(1));
  state.ends.guest.cut();
  await host.line.send({ _sys: 'bye', code: 'resigned' });
  await host.line.close(10_000);
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
  await until(() => guest.types().includes('closed'));
});
