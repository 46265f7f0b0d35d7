import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import type { ControlMode } from './hooks.ts';
import { Bench, BenchSeat, Clock, type SeatOptions, startAt } from './testing/bench.ts';
import { oracle } from './testing/games.ts';

const modes: ControlMode[] = ['autonomous', 'hybrid', 'human'];

/** Plays to the end; people answer at once. */
function playOut(options: { host?: SeatOptions; guest?: SeatOptions }) {
  const bench = new Bench(oracle(), options);
  for (let step = 0; step < 50 && !bench.isOver; step += 1) {
    bench.settle();
    for (const seat of [bench.seats.host, bench.seats.guest]) {
      const { ask } = seat.game;
      if (ask && ask.deadline_at !== null) seat.answer(ask.key === 'sign' ? 'no' : 'Shall I?');
    }
  }
  return bench;
}

describe('one request, one response', () => {
  test.each(modes.flatMap((host) => modes.map((guest) => [host, guest] as const)))(
    'host in %s mode and guest in %s mode complete after one exchange, without a winner',
    (host, guest) => {
      const bench = playOut({ host: { control_mode: host }, guest: { control_mode: guest } });
      for (const seat of [bench.seats.host, bench.seats.guest]) {
        expect(seat.outcome).toEqual({ completed: true, winner: null, reason: null, problem: null });
      }
      const frames = bench.seats.guest.records.flatMap((entry) =>
        entry.kind === 'frame' && 'frame' in entry ? [entry.frame.action] : [],
      );
      expect(frames).toEqual(['join', 'ready', 'request', 'response']);
      const { seen } = bench.seats.host.game.view as JsonObject;
      expect(seen).toEqual({ action: 'request', kind: 'short' });
      expect(bench.seats.host.game.talk).toEqual([
        {
          number: 1,
          by: 'guest',
          text: guest === 'autonomous' ? 'Will it rain?' : 'Shall I?',
          at: startAt,
          origin: null,
        },
      ]);
      expect(bench.seats.host.game.moves.map(({ by, text, origin }) => [by, text, origin])).toEqual([
        ['guest', 'kind short', null],
        ['host', host === 'autonomous' ? 'yes' : 'no', { autonomous: 'agent', hybrid: 'override', human: 'you' }[host]],
      ]);
    },
  );

  test('plays an unanswered proposal when it is due and records its origin', () => {
    const bench = new Bench(oracle(), { host: { control_mode: 'hybrid' } });
    bench.advance(9_999);
    expect(bench.seats.host.outcome).toBeNull();
    bench.advance(1);
    expect(bench.seats.host.records).toContainEqual({ kind: 'decision', key: 'sign', value: 'yes', origin: 'timeout' });
    expect(bench.seats.guest.outcome).toMatchObject({ completed: true });
  });

  test('agents wait for their pace', () => {
    const bench = new Bench(oracle(), { host: { paceMs: 3_000 }, guest: { paceMs: 2_000 } });
    bench.advance(4_999);
    expect(bench.isOver).toBe(false);
    bench.advance(1);
    expect(bench.isOver).toBe(true);
  });

  test('fails if a person does not answer in time', () => {
    const bench = new Bench(oracle(), { host: { control_mode: 'human' } });
    bench.advance(60_000);
    expect(bench.seats.host.outcome?.problem?.code).toBe('decision_timeout');
    expect(bench.seats.guest.outcome?.problem?.code).toBe('peer_aborted');
  });

  test('ignores a winner named by the hooks; they may reject a response', () => {
    const handle = (state: JsonObject) => ({ state, end: { completed: true, winner: 'guest', reason: 'Good.' } });
    const won = new Bench(oracle(), { guest: { hooks: { handle } } });
    won.settle();
    expect(won.seats.guest.outcome).toEqual({ completed: true, winner: null, reason: 'Good.', problem: null });
    const refuse = (state: JsonObject) => ({ state, end: { completed: false, reason: 'Nonsense.' } });
    const refused = new Bench(oracle(), { guest: { hooks: { handle: refuse } } });
    refused.settle();
    expect(refused.seats.guest.outcome).toMatchObject({ completed: false, problem: { code: 'message_invalid' } });
  });

  test.each<[string, JsonObject, string]>([
    ['a second request', { action: 'request', kind: 'short', text: 'x' }, 'out_of_turn'],
    ['a request without text', { action: 'request', kind: 'short' }, 'message_invalid'],
    ['a response', { action: 'response', sign: 'yes' }, 'message_invalid'],
    ['an error', { action: 'error', reason: 'unclear' }, 'peer_aborted'],
  ])('rejects a guest that sends %s', (name, frame, code) => {
    const seat = new BenchSeat('host', oracle(), new Clock(), { control_mode: 'human' });
    const request = { action: 'request', kind: 'short', text: 'First?' };
    seat.dispatch({ type: 'start' });
    seat.runHooks();
    for (const next of [{ action: 'join' }, ...(name === 'a second request' ? [request] : []), frame]) {
      seat.dispatch({ type: 'frame', frame: next });
      seat.runHooks();
    }
    expect(seat.outcome?.problem?.code).toBe(code);
  });
});
