import { describe, expect, test } from 'vitest';
import type { HeartbeatSettings } from './events.ts';
import { BenchSeat, Clock, startAt, startNow } from './testing/bench.ts';
import { pile } from './testing/games.ts';

/** A guest that waits for its host's ready message. */
function waiting(heartbeat: Partial<HeartbeatSettings> = {}) {
  const clock = new Clock();
  const seat = new BenchSeat('guest', pile(4), clock, { control_mode: 'human', heartbeat });
  seat.tell({ type: 'start' });
  seat.runHooks();
  const pass = (ms: number) => {
    const until = clock.now + ms;
    while (seat.wake !== null && seat.wake <= until) {
      clock.now = seat.wake;
      seat.tell({ type: 'time' });
      seat.runHooks();
    }
    clock.now = until;
  };
  const hear = (frame: { [key: string]: string | number }) => seat.tell({ type: 'frame', frame });
  const system = (kind: string) => seat.outbox.filter((frame) => frame._sys === kind);
  const events = () =>
    seat.records.filter((entry) => entry.kind === 'event').map((entry) => 'name' in entry && entry.name);
  return { clock, seat, pass, hear, system, events };
}

test('a ping every interval, the first after one, each with a probe of its own', () => {
  const { pass, hear, system } = waiting();
  pass(9_999);
  expect(system('ping')).toEqual([]);
  for (let beat = 0; beat < 3; beat += 1) {
    pass(10_000);
    hear({ _sys: 'pong', probe_id: 'x' });
  }
  expect(system('ping')).toHaveLength(3);
  expect(system('ping')[0]).toEqual({
    _sys: 'ping',
    probe_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{8}$/),
    ts: (startAt + 10_000) / 1000,
  });
  expect(new Set(system('ping').map((frame) => frame.probe_id)).size).toBe(3);
});

test('a ping is answered with its own probe, one without a usable probe not at all', () => {
  const { hear, system, seat } = waiting();
  hear({ _sys: 'ping', probe_id: '6f-1a', ts: 1.5 });
  hear({ _sys: 'ping' });
  hear({ _sys: 'ping', probe_id: 7 });
  hear({ _sys: 'ping', probe_id: '' });
  hear({ _sys: 'ping', probe_id: 'x'.repeat(65) });
  hear({ _sys: 'from the future' });
  expect(system('pong')).toEqual([{ _sys: 'pong', probe_id: '6f-1a' }]);
  expect(seat.ended).toBeNull();
});

describe('silence', () => {
  test('beyond the timeout makes the peer unresponsive; any frame brings it back', () => {
    const { pass, hear, seat, events } = waiting();
    pass(29_999);
    expect(seat.game.quiet_since).toBeNull();
    pass(1);
    expect(seat.game.quiet_since).toBe(startAt + 30_000);
    hear({ action: 'ready', size: 4 });
    seat.runHooks();
    expect(seat.game.quiet_since).toBeNull();
    expect(events()).toEqual(['peer_unresponsive', 'peer_resumed']);
    expect(seat.game.ask?.key).toBe('turn:1');
  });

  test('beyond the grace ends the table failed', () => {
    const { pass, seat } = waiting({ graceMs: 20_000 });
    pass(49_999);
    expect(seat.ended).toBeNull();
    pass(1);
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_unresponsive' } });
  });

  test('a timeout of 0 means three intervals', () => {
    const { pass, seat } = waiting({ intervalMs: 4_000, timeoutMs: 0 });
    pass(11_999);
    expect(seat.game.quiet_since).toBeNull();
    pass(1);
    expect(seat.game.quiet_since).not.toBeNull();
  });

  test('a live peer that never plays is given up all the same', () => {
    const { pass, hear, seat } = waiting();
    for (let beat = 0; beat < 6; beat += 1) {
      pass(10_000);
      hear({ _sys: 'ping', probe_id: 'alive' });
    }
    expect(seat.ended?.problem?.code).toBe('peer_timeout');
  });
});

test('an interval of 0 sends nothing and watches nothing, but still keeps pings from the game', () => {
  const { pass, hear, system, seat } = waiting({ intervalMs: 0 });
  pass(59_000);
  hear({ _sys: 'ping', probe_id: 'a' });
  expect(system('ping')).toEqual([]);
  expect(system('pong')).toHaveLength(1);
  expect(seat.game.quiet_since).toBeNull();
  expect(seat.ended).toBeNull();
});

test('an hour asleep is one ping, not 360', () => {
  const { clock, seat, system } = waiting({ intervalMs: 10_000 });
  clock.now = startNow + 3_600_000;
  seat.tell({ type: 'time' });
  expect(system('ping').length).toBeLessThanOrEqual(1);
});
