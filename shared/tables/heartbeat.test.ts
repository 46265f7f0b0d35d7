import { describe, expect, test } from 'vitest';
import { budgets } from './budgets.ts';
import type { HeartbeatSettings, UntimedEvent } from './engine-types.ts';
import { readSystemFrame } from './frames.ts';
import { BenchSeat, Clock, startAt, startNow } from './testing/bench.ts';
import { pile } from './testing/games.ts';

/** A guest that waits for the host’s ready message. */
function waitingGuest(heartbeat: Partial<HeartbeatSettings> = {}) {
  const clock = new Clock();
  const seat = new BenchSeat('guest', pile(4), clock, { control_mode: 'human', heartbeat });
  seat.dispatch({ type: 'start' });
  seat.runHooks();
  const pass = (ms: number) => {
    const until = clock.now + ms;
    while (seat.wake !== null && seat.wake <= until) {
      clock.now = seat.wake;
      seat.dispatch({ type: 'time' });
      seat.runHooks();
    }
    clock.now = until;
  };
  const receive = (frame: { [key: string]: string | number }) => seat.dispatch({ type: 'frame', frame });
  const system = (kind: string) => seat.outbox.filter((frame) => frame._sys === kind);
  const events = () =>
    seat.records.filter((entry) => entry.kind === 'event').map((entry) => 'name' in entry && entry.name);
  return { clock, seat, pass, receive, system, events };
}

test('sends a ping every interval, each with its own probe id', () => {
  const { pass, receive, system } = waitingGuest();
  pass(9_999);
  expect(system('ping')).toEqual([]);
  for (let beat = 0; beat < 3; beat += 1) {
    pass(10_000);
    receive({ _sys: 'pong', probe_id: 'x' });
  }
  expect(system('ping')).toHaveLength(3);
  expect(system('ping')[0]).toEqual({
    _sys: 'ping',
    probe_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{8}$/),
    ts: (startAt + 10_000) / 1000,
  });
  expect(new Set(system('ping').map((frame) => frame.probe_id)).size).toBe(3);
});

test('answers a ping with its probe id, and ignores one without a valid probe id', () => {
  const { receive, system, seat } = waitingGuest();
  receive({ _sys: 'ping', probe_id: '6f-1a', ts: 1.5 });
  receive({ _sys: 'ping' });
  receive({ _sys: 'ping', probe_id: 7 });
  receive({ _sys: 'ping', probe_id: '' });
  receive({ _sys: 'ping', probe_id: 'x'.repeat(65) });
  receive({ _sys: 'from the future' });
  expect(system('pong')).toEqual([{ _sys: 'pong', probe_id: '6f-1a' }]);
  expect(seat.outcome).toBeNull();
});

test('a sign of life that comes with another event counts from when it was heard', () => {
  const { clock, seat, events } = waitingGuest();
  const at = (ms: number, heard: number) => {
    clock.now = startNow + ms;
    seat.dispatch({ type: 'time', heard: startNow + heard } as UntimedEvent);
  };
  at(40_000, 25_000);
  expect(events()).toEqual([]);
  expect(seat.engine.isPeerQuiet).toBe(false);
  at(54_999, 25_000);
  expect(events()).toEqual([]);
  at(55_000, 25_000);
  expect(events()).toEqual(['peer_unresponsive']);
  expect(seat.engine.isPeerQuiet).toBe(true);
});

describe('silence', () => {
  test('makes the peer unresponsive after the timeout, until the next frame', () => {
    const { pass, receive, seat, events } = waitingGuest();
    pass(29_999);
    expect(seat.game.quiet_since).toBeNull();
    pass(1);
    expect(seat.game.quiet_since).toBe(startAt + 30_000);
    receive({ action: 'ready', size: 4 });
    seat.runHooks();
    expect(seat.game.quiet_since).toBeNull();
    expect(events()).toEqual(['peer_unresponsive', 'peer_resumed']);
    expect(seat.game.ask?.key).toBe('turn:1');
  });

  test('fails the table after the grace period', () => {
    const { pass, seat } = waitingGuest({ graceMs: 20_000 });
    pass(49_999);
    expect(seat.outcome).toBeNull();
    pass(1);
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_unresponsive' } });
  });

  test('a timeout of 0 means three intervals', () => {
    const { pass, seat } = waitingGuest({ intervalMs: 4_000, timeoutMs: 0 });
    pass(11_999);
    expect(seat.game.quiet_since).toBeNull();
    pass(1);
    expect(seat.game.quiet_since).not.toBeNull();
  });

  test('ends the table if a responsive peer does not play before its deadline', () => {
    const { pass, receive, seat } = waitingGuest();
    for (let beat = 0; beat < 6; beat += 1) {
      pass(10_000);
      receive({ _sys: 'ping', probe_id: 'alive' });
    }
    expect(seat.outcome?.problem?.code).toBe('peer_timeout');
  });
});

describe('a lost connection', () => {
  const claim = { sent: 1, sent_head: 'a'.repeat(64), received: 0, received_head: '0'.repeat(64) };
  const resumed = { type: 'resumed', mine: claim, theirs: claim } as const;

  test('keeps the game until the grace period ends; a new connection continues it', () => {
    const { pass, receive, seat, events, system } = waitingGuest();
    pass(12_000);
    seat.dispatch({ type: 'lost' });
    expect(seat.game).toMatchObject({
      phase: 'playing',
      quiet_since: startAt + 12_000,
      gives_up_at: startAt + 132_000,
    });
    const sent = system('ping').length;
    pass(119_999);
    expect(system('ping')).toHaveLength(sent);
    seat.dispatch(resumed);
    expect(seat.game).toMatchObject({ phase: 'playing', quiet_since: null, gives_up_at: null });
    expect(seat.records).toContainEqual({ kind: 'compared', mine: claim, theirs: claim });
    expect(events()).toEqual(['peer_unresponsive', 'peer_resumed']);
    // Of the peer’s 60 seconds for its ready message, 48 are left.
    pass(10_000);
    expect(system('ping')).toHaveLength(sent + 1);
    pass(19_999);
    expect(seat.outcome).toBeNull();
    receive({ action: 'ready', size: 4 });
    seat.runHooks();
    expect(seat.game.ask?.key).toBe('turn:1');
  });

  test('by a restart of this side says nothing about the other side, until they are connected again', () => {
    const { pass, seat } = waitingGuest();
    pass(12_000);
    seat.dispatch({ type: 'lost', restarted: true });
    expect(seat.game).toMatchObject({ returning: true, stall: null });
    seat.dispatch({ type: 'leave' });
    expect(seat.outcome).toBeNull();
    seat.dispatch(resumed);
    expect(seat.game).toMatchObject({ returning: false, quiet_since: null });
    seat.dispatch({ type: 'lost' });
    expect(seat.game).toMatchObject({ returning: false, quiet_since: startAt + 12_000, stall: { kind: 'away' } });
  });

  test('after the end is not recorded: a record ends with the end of its game', () => {
    const { seat } = waitingGuest();
    seat.dispatch({ type: 'abort', problem: { code: 'cancelled', message: '' } });
    seat.runHooks();
    const { records, game } = seat;
    const before = [...records];
    expect(before.at(-1)).toMatchObject({ kind: 'end' });
    seat.dispatch({ type: 'lost' });
    seat.dispatch(resumed);
    seat.dispatch({ ...resumed, type: 'differs' });
    expect(records).toEqual(before);
    expect(seat.game).toEqual(game);
  });

  test('only pauses the peer’s deadline', () => {
    const { pass, receive, seat } = waitingGuest();
    pass(12_000);
    expect(seat.game.peer_deadline_at).toBe(startAt + 60_000);
    seat.dispatch({ type: 'lost' });
    pass(100_000);
    expect(seat.game.peer_deadline_at).toBeNull();
    seat.dispatch(resumed);
    expect(seat.game.peer_deadline_at).toBe(startAt + 160_000);
    for (const ms of [20_000, 20_000]) {
      pass(ms);
      receive({ _sys: 'pong', probe_id: 'alive' });
    }
    pass(7_999);
    expect(seat.outcome).toBeNull();
    pass(1);
    expect(seat.outcome?.problem?.code).toBe('peer_timeout');
  });

  test.each([10_000, 0])(
    'fails the table after the grace period, even with a heartbeat interval of %i',
    (intervalMs) => {
      const { pass, seat } = waitingGuest({ graceMs: 20_000, intervalMs });
      seat.dispatch({ type: 'lost' });
      pass(19_999);
      expect(seat.outcome).toBeNull();
      pass(1);
      expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_disconnected' } });
    },
  );

  test('does not extend the grace period of a peer that was silent before', () => {
    const { pass, seat } = waitingGuest({ graceMs: 20_000 });
    pass(40_000);
    seat.dispatch({ type: 'lost' });
    pass(10_000);
    expect(seat.outcome?.problem?.code).toBe('peer_disconnected');
  });

  test('allows the person to answer or leave meanwhile', () => {
    const { receive, seat } = waitingGuest();
    receive({ action: 'ready', size: 4 });
    seat.runHooks();
    seat.dispatch({ type: 'lost' });
    seat.answer(1);
    seat.runHooks();
    expect(seat.businessFrames.at(-1)).toMatchObject({ action: 'move' });
    seat.dispatch({ type: 'abort', problem: { code: 'resigned', message: 'You left.' } });
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'resigned' } });
  });

  test('P-12: fails the table if the peer resumes with another history, and records both', () => {
    const { seat } = waitingGuest();
    seat.dispatch({ type: 'lost' });
    const theirs = { ...claim, sent: 7 };
    seat.dispatch({ type: 'differs', mine: claim, theirs });
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'history_differs' } });
    expect(seat.records).toContainEqual({ kind: 'compared', mine: claim, theirs });
  });
});

test('an interval of 0 sends and expects no pings, but still answers them', () => {
  const { pass, receive, system, seat } = waitingGuest({ intervalMs: 0 });
  pass(59_000);
  receive({ _sys: 'ping', probe_id: 'a' });
  expect(system('ping')).toEqual([]);
  expect(system('pong')).toHaveLength(1);
  expect(seat.game.quiet_since).toBeNull();
  expect(seat.outcome).toBeNull();
});

test('an hour of sleep causes one ping, not 360', () => {
  const { clock, seat, system } = waitingGuest({ intervalMs: 10_000 });
  clock.now = startNow + 3_600_000;
  seat.dispatch({ type: 'time' });
  expect(system('ping').length).toBeLessThanOrEqual(1);
});

test('reports of an absence that say the same are no events, nor are those beyond their budget', () => {
  const { clock, seat } = waitingGuest();
  const report = (used_ms: number) => {
    const frame = { _sys: 'absence', used_ms, allowed_ms: 120_000 };
    const isHeard = seat.engine.hears(readSystemFrame(frame), clock.now);
    if (isHeard) seat.dispatch({ type: 'frame', frame });
    return isHeard;
  };
  expect([report(1), report(1)]).toEqual([true, false]);
  for (let number = 2; number <= budgets.absences; number += 1) expect(report(number)).toBe(true);
  expect(report(budgets.absences + 1)).toBe(false);
  expect(seat.outcome).toBeNull();
});
