import { afterEach, expect, test, vi } from 'vitest';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { Channel } from '../../p2p/channel.ts';
import { channelPair, type PipeEnd } from '../testing/channel-pair.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import {
  type ChannelEvent,
  openResumableChannel,
  type ResumableChannel,
  type ResumeCredentials,
} from './reconnecting-channel.ts';

const session_id = 'ab'.repeat(32);
const token = 'cd'.repeat(32);
const channels: ResumableChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.dispose();
});

interface End {
  channel: ResumableChannel;
  events: ChannelEvent[];
  frames(): JsonObject[];
  types(): string[];
}

function open(connection: Channel, credentials: ResumeCredentials | null): End {
  const channel = openResumableChannel(connection, credentials);
  channels.push(channel);
  const events: ChannelEvent[] = [];
  channel.listen((event) => events.push(event));
  return {
    channel,
    events,
    frames: () => events.flatMap((event) => (event.type === 'frame' ? [event.frame] : [])),
    types: () => events.map((event) => event.type).filter((type) => type !== 'frame'),
  };
}

/** Two channels whose guest reaches the host on a new pipe whenever it dials, unless the host is away. */
function pair(change: { guest?: Partial<ResumeCredentials>; host?: Partial<ResumeCredentials> } = {}) {
  const state = { ends: channelPair(), away: false, dials: 0 };
  const first = state.ends;
  const host = open(first.host, { role: 'host', session_id, token, ...change.host });
  const redial = async () => {
    state.dials += 1;
    if (state.away) throw new Error('The host is unreachable.');
    state.ends = channelPair();
    const { host: theirs, guest: ours } = state.ends;
    void theirs.receive().then((frame) => host.channel.acceptResume(theirs, frame!));
    return ours;
  };
  const guest = open(first.guest, { role: 'guest', session_id, token, redial, ...change.guest });
  return { host, guest, state };
}

const move = (turn: number) => ({ action: 'move', turn });
const until = (wanted: () => boolean) => vi.waitUntil(wanted, { timeout: 60_000, interval: 2 });

test('R10: a lost connection is replaced, and each side gets exactly the missing frames, in order', async () => {
  const { host, guest, state } = pair();
  await guest.channel.send(move(1));
  await host.channel.send(move(2));
  await until(() => guest.frames().length === 1 && host.frames().length === 1);
  state.away = true;
  state.ends.guest.cut();
  await until(() => guest.types().includes('lost') && host.types().includes('lost'));
  await guest.channel.send(move(3));
  await guest.channel.send({ _sys: 'ping', probe_id: 'of the lost connection' });
  await guest.channel.send(move(4));
  await host.channel.send(move(5));
  expect(guest.channel.connection().kind).toBe('none');
  state.away = false;
  await until(() => host.frames().length === 3 && guest.frames().length === 2);
  expect(host.frames()).toEqual([move(1), move(3), move(4)]);
  expect(guest.frames()).toEqual([move(2), move(5)]);
  expect([host.types(), guest.types()]).toEqual([
    ['lost', 'resumed'],
    ['lost', 'resumed'],
  ]);
  await host.channel.send(move(6));
  await until(() => guest.frames().length === 3);
  expect(guest.channel.connection().kind).toBe('direct');
});

test('R10: a frame that was sent but never arrived is sent again', async () => {
  const { host, guest, state } = pair();
  const { guest: pipeEnd, host: theirs } = state.ends as { guest: PipeEnd; host: PipeEnd };
  const lostSend = vi.spyOn(pipeEnd, 'send').mockResolvedValue(undefined);
  await guest.channel.send(move(1));
  lostSend.mockRestore();
  theirs.cut();
  await until(() => host.frames().length === 1);
  expect(host.frames()).toEqual([move(1)]);
});

test('a host with a silent guest drops the connection, and the guest dials again', async () => {
  const { host, guest, state } = pair();
  host.channel.retry();
  await until(() => host.types().includes('resumed') && guest.types().includes('resumed'));
  expect(state.dials).toBe(1);
});

test('a guest with a silent host dials again; the host drops its old connection', async () => {
  const { host, guest, state } = pair();
  guest.channel.retry();
  guest.channel.retry();
  await until(() => host.types().includes('resumed') && guest.types().includes('resumed'));
  expect(state.dials).toBe(1);
  await guest.channel.send(move(1));
  await until(() => host.frames().length === 1);
});

test('acknowledges every 32 received frames', async () => {
  const { host, guest, state } = pair();
  for (let turn = 0; turn < 70; turn += 1) await guest.channel.send(move(turn));
  await until(() => host.frames().length === 70);
  expect(state.ends.host.sent).toEqual([
    { _sys: 'received', count: 32 },
    { _sys: 'received', count: 64 },
  ]);
});

test.each<[string, Partial<ResumeCredentials>]>([
  ['another token', { token: '0'.repeat(64) }],
  ['another session', { session_id: '0'.repeat(64) }],
  ['the host’s own role', { role: 'host' }],
])('another peer cannot resume the guest’s session with %s', async (_name, guest) => {
  const { host, guest: intruder, state } = pair({ guest });
  intruder.channel.retry();
  await until(() => state.dials >= 2);
  expect(host.types()).not.toContain('resumed');
  expect(intruder.types()).toEqual(['lost']);
});

test('P-12: a guest that returns with another history fails the table on both sides, with both histories', async () => {
  const { host, guest, state } = pair();
  await guest.channel.send(move(1));
  await until(() => host.frames().length === 1);
  // The guest receives a move that its host never made.
  await state.ends.host.send(move(666));
  await until(() => guest.frames().length === 1);
  guest.channel.retry();
  await until(() => host.types().includes('differs') && guest.types().includes('differs'));
  const [ours] = host.events.filter((event) => event.type === 'differs');
  const [theirs] = guest.events.filter((event) => event.type === 'differs');
  expect(ours).toMatchObject({ mine: { sent: 0, received: 1 }, theirs: { sent: 1, received: 1 } });
  expect(theirs).toMatchObject({ mine: ours?.type === 'differs' ? ours.theirs : null });
});

test('a channel without resuming is closed with its connection', async () => {
  const ends = channelPair();
  const end = open(ends.guest, null);
  ends.host.cut();
  await until(() => end.types().length > 0);
  expect(end.types()).toEqual(['closed']);
});

test('a clean end is not a lost connection', async () => {
  const { host, guest, state } = pair();
  await host.channel.close(1_000);
  await until(() => guest.types().length > 0);
  expect(guest.types()).toEqual(['closed']);
  await host.channel.disposed;
  expect(state.dials).toBe(0);
});

test('a guest that was disconnected at the end of the game can still fetch the last frame', async () => {
  const { host, guest, state } = pair();
  state.away = true;
  state.ends.guest.cut();
  await until(() => guest.types().includes('lost') && host.types().includes('lost'));
  await host.channel.send({ action: 'end' });
  await host.channel.close(10_000);
  state.away = false;
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ action: 'end' }]);
  await host.channel.disposed;
  await until(() => guest.types().includes('closed'));
});

test('a side that leaves while disconnected is reported to the other once it reconnects', async () => {
  const { host, guest, state } = pair();
  state.away = true;
  state.ends.guest.cut();
  await until(() => host.types().includes('lost'));
  await host.channel.send({ _sys: 'bye', code: 'resigned' });
  await host.channel.close(10_000);
  state.away = false;
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
});

test('a bye frame sent on a lost connection is repeated on the next one', async () => {
  const { host, guest, state } = pair();
  const { host: ours, guest: theirs } = state.ends;
  vi.spyOn(ours, 'send').mockResolvedValue(undefined);
  vi.spyOn(ours, 'close').mockImplementation(async () => {
    theirs.cut();
    return false;
  });
  await host.channel.send({ _sys: 'bye', code: 'resigned' });
  await host.channel.close(10_000);
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
});

test('a bye frame is received even if repeating the receiver’s own frames fails first', async () => {
  const redial = async () => {
    const ends = channelPair();
    void ends.host.receive().then((frame) => host.channel.acceptResume(ends.host, frame!));
    const send = ends.guest.send.bind(ends.guest);
    vi.spyOn(ends.guest, 'send').mockImplementation(async (frame) => {
      if ('_session_resume' in frame) return send(frame);
      await host.channel.disposed;
      throw new ParlorError('peer_disconnected', 'The host has hung up.');
    });
    return ends.guest;
  };
  const { host, guest, state } = pair({ guest: { redial } });
  vi.spyOn(state.ends.guest, 'send').mockResolvedValue(undefined);
  await guest.channel.send(move(1));
  state.ends.guest.cut();
  await host.channel.send({ _sys: 'bye', code: 'resigned' });
  await host.channel.close(10_000);
  await until(() => guest.frames().length === 1);
  expect(guest.frames()).toEqual([{ _sys: 'bye', code: 'resigned' }]);
  await until(() => guest.types().includes('closed'));
});

test('a guest that resumes more often than a bad connection does is a flood', async () => {
  const host = open(channelPair().host, { role: 'host', session_id, token });
  const { burst } = budgets.resumptions;
  for (let number = 0; number <= burst; number += 1) {
    const redial = async () => {
      const ends = channelPair();
      void ends.host.receive().then((frame) => host.channel.acceptResume(ends.host, frame!));
      return ends.guest;
    };
    const guest = openResumableChannel(null, { role: 'guest', session_id, token, redial });
    guest.listen(() => {});
    await until(() => host.types().filter((type) => type === 'resumed' || type === 'flooded').length > number);
    guest.dispose();
  }
  expect(host.types().filter((type) => type === 'resumed')).toHaveLength(burst);
  expect(host.events.filter(({ type }) => type === 'flooded')).toEqual([{ type: 'flooded', budget: 'resumptions' }]);
});

test('a guest pauses before its host could take it for a flood', async () => {
  const clock = new ManualClock();
  const host = open(channelPair().host, { role: 'host', session_id, token });
  let dials = 0;
  const redial = async () => {
    dials += 1;
    const ends = channelPair();
    void ends.host.receive().then((frame) => host.channel.acceptResume(ends.host, frame!));
    return ends.guest;
  };
  const guest = openResumableChannel(null, { role: 'guest', session_id, token, redial }, clock);
  channels.push(guest);
  let frames = 0;
  guest.listen(({ type }) => {
    if (type === 'frame') frames += 1;
  });
  const { burst, perSecond } = budgets.ownResumptions;
  for (let number = 1; number <= burst + 1; number += 1) {
    await until(() => guest.connection().kind === 'direct' && host.channel.connection().kind === 'direct');
    expect(dials).toBe(number);
    // A frame proves that the connection is of use: without one, the guest waits for another reason.
    await host.channel.send({ _sys: 'pong' });
    await until(() => frames === number);
    guest.retry();
  }
  clock.pass(999 / perSecond);
  await new Promise((resolve) => setImmediate(resolve));
  expect(dials).toBe(burst + 1);
  clock.pass(1 / perSecond);
  await until(() => dials === burst + 2);
});
