import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableSchema } from '../bridge/contract.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { type Choice, type ControlMode, type Role, roles } from './hooks.ts';
import { Bench, BenchSeat, Clock, chooser, startAt } from './testing/bench.ts';
import { type Game, oracle, pile, sealedHands } from './testing/games.ts';

const games: [string, Game][] = [
  ['simultaneous_round', sealedHands(3)],
  ['session_loop', pile(7)],
  ['request_response', oracle()],
];
const modes: ControlMode[] = ['autonomous', 'human', 'hybrid'];

/**
 * Plays until both sides are done. Time passes only if nothing else can happen: a person always answers a question without a
 * proposal, and sometimes one with a proposal.
 */
function playOut(bench: Bench, choose: () => number, limit = 20_000): void {
  for (let step = 0; step < limit && !bench.isOver; step += 1) {
    const options = bench.possibleSteps();
    for (const seat of [bench.seats.host, bench.seats.guest]) {
      const { ask } = seat.game;
      if (!ask || ask.deadline_at === null) continue;
      if (ask.plays_at !== null && choose() % 3 > 0) continue;
      const value = ask.entry ? 'some words' : (ask.choices[choose() % ask.choices.length] as Choice).value;
      options.push(() => seat.answer(value));
      if (ask.plays_at !== null) options.push(() => seat.dispatch({ type: 'hold', key: ask.key }));
    }
    if (options.length === 0) bench.advanceToTimer();
    else options[choose() % options.length]?.();
  }
}

const chooserNumbers = fc.array(fc.nat(1008), { maxLength: 400 });

describe.each(games)('two connected engines, %s', (_name, game) => {
  test('a game completes with one winner under every interleaving', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), fc.constantFrom(...modes), chooserNumbers, (host, guest, numbers) => {
        const bench = new Bench(game, { host: { control_mode: host }, guest: { control_mode: guest } });
        playOut(bench, chooser(numbers));
        expect(bench.isOver).toBe(true);
        const [mine, theirs] = [bench.seats.host.outcome, bench.seats.guest.outcome];
        expect(mine).toMatchObject({ completed: true, problem: null });
        expect(theirs).toEqual(mine);
        const framesOf = (role: Role, direction: string) =>
          bench.seats[role].records
            .filter((entry) => entry.kind === 'frame' && entry.direction === direction)
            .map((entry) => 'frame' in entry && entry.frame);
        expect(framesOf('host', 'received')).toEqual(framesOf('guest', 'sent'));
        expect(framesOf('guest', 'received')).toEqual(framesOf('host', 'sent'));
      }),
    );
  });

  test('a corrupted, repeated or lost frame never causes two winners or an endless table', () => {
    const corruption = fc.constantFrom<'drop' | 'twice' | 'swap' | 'other' | 'field'>(
      'drop',
      'twice',
      'swap',
      'other',
      'field',
    );
    fc.assert(
      fc.property(chooserNumbers, fc.nat(60), corruption, fc.jsonValue(), (numbers, steps, kind, value) => {
        const bench = new Bench(game, { host: { control_mode: 'autonomous' }, guest: { control_mode: 'hybrid' } });
        const choose = chooser(numbers);
        playOut(bench, choose, steps);
        for (const seat of [bench.seats.host, bench.seats.guest]) corruptOutbox(seat.outbox, kind, value as Json);
        playOut(bench, choose);
        expect(bench.isOver).toBe(true);
        const winners = [bench.seats.host, bench.seats.guest]
          .map((seat) => seat.outcome?.winner)
          .filter((winner) => winner != null);
        expect(new Set(winners).size).toBeLessThanOrEqual(1);
        for (const seat of [bench.seats.host, bench.seats.guest]) {
          if (seat.outcome?.completed === false)
            expect(seat.outcome).toMatchObject({ winner: null, problem: { code: expect.any(String) } });
          expect(seat.outcome?.problem?.code).not.toBe('internal');
        }
      }),
    );
  });

  test.each(roles)('arbitrary frames cannot make the %s throw, hang or win', (role) => {
    const actions = game.spec.messages.map((message) => message.name);
    const frame = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.record({
        action: fc.constantFrom(...actions),
        round: fc.nat(3),
        hash: fc.stringMatching(/^[0-9a-f]{64}$/),
      }),
      fc.record({ action: fc.constantFrom(...actions) }, { requiredKeys: [] }),
      fc.record({ _sys: fc.constantFrom('ping', 'pong', 'bye', 'later'), probe_id: fc.jsonValue() }),
      fc.record({ _session_init: fc.constant(true), _proto: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), fc.array(fc.boolean()), (frames, hooksFirst) => {
        const clock = new Clock();
        const seat = new BenchSeat(role, game, clock);
        seat.dispatch({ type: 'start' });
        for (const [index, next] of frames.entries()) {
          if (hooksFirst[index]) seat.runHooks();
          seat.dispatch({ type: 'frame', frame: next as JsonObject });
        }
        seat.runHooks();
        seat.dispatch({ type: 'closed' });
        seat.runHooks();
        expect(seat.done).toBe(true);
        expect(seat.outcome).toMatchObject({ completed: false, winner: null });
        expect(seat.outcome?.problem?.code).not.toBe('internal');
      }),
    );
  });

  test('the snapshot matches the bridge’s schema', () => {
    const part = tableSchema.pick({ seq: true, view: true, ask: true, moves: true, sealed_rounds: true });
    const bench = new Bench(game, { host: { control_mode: 'hybrid' }, guest: { control_mode: 'human' } });
    for (let step = 0; step < 200 && !bench.isOver; step += 1) {
      for (const seat of [bench.seats.host, bench.seats.guest]) expect(part.parse(seat.game)).toBeTruthy();
      const [next] = bench.possibleSteps();
      if (next) next();
      else if (bench.seats.guest.game.ask) bench.seats.guest.answer();
      else bench.advanceToTimer();
    }
    expect(bench.isOver).toBe(true);
  });
});

function corruptOutbox(outbox: JsonObject[], kind: 'drop' | 'twice' | 'swap' | 'other' | 'field', value: Json): void {
  const first = outbox[0];
  if (!first) return;
  if (kind === 'drop') outbox.shift();
  if (kind === 'twice') outbox.unshift({ ...first });
  if (kind === 'swap') outbox.reverse();
  if (kind === 'other') outbox[0] = { action: 'move', value };
  if (kind === 'field') {
    const [name] = Object.keys(first).slice(-1);
    outbox[0] = { ...first, [name as string]: value };
  }
}

describe('out of turn', () => {
  const seatOf = (game: Game, role: Role) => {
    const bench = new Bench(game, { host: { control_mode: 'human' }, guest: { control_mode: 'human' } });
    bench.settle();
    return bench.seats[role];
  };

  test('rejects a message while this side has to send one', () => {
    const seat = seatOf(pile(7), 'guest');
    expect(seat.game.ask?.key).toBe('turn:1');
    seat.dispatch({ type: 'frame', frame: { action: 'move', turn: 1, take: 1, left: 6 } });
    expect(seat.outcome?.problem?.code).toBe('out_of_turn');
    expect(seat.outbox.at(-1)).toEqual({ _sys: 'bye', code: 'out_of_turn' });
  });

  test('rejects a second join', () => {
    const clock = new Clock();
    const seat = new BenchSeat('host', pile(7), clock);
    seat.dispatch({ type: 'start' });
    seat.runHooks();
    seat.dispatch({ type: 'frame', frame: { action: 'join', size: 7 } });
    seat.dispatch({ type: 'frame', frame: { action: 'join', size: 7 } });
    expect(seat.outcome?.problem?.code).toBe('out_of_turn');
  });

  test('rejects a handshake frame after the start', () => {
    const seat = seatOf(pile(7), 'host');
    seat.dispatch({ type: 'frame', frame: { _session_init: true } });
    expect(seat.outcome?.problem?.code).toBe('frame_invalid');
  });

  test('rejects an unknown message', () => {
    const seat = seatOf(pile(7), 'host');
    seat.dispatch({ type: 'frame', frame: { action: 'move', turn: 1, take: 3, left: 4 } });
    expect(seat.outcome?.problem).toMatchObject({ code: 'message_invalid', detail: { direction: 'received' } });
  });

  test('an error frame ends the table, with its reason in the detail', () => {
    const seat = seatOf(pile(7), 'guest');
    seat.dispatch({ type: 'frame', frame: { action: 'error', reason: 'wrong_count' } });
    expect(seat.outcome?.problem).toMatchObject({ code: 'peer_aborted', detail: { reason: 'wrong_count' } });
  });
});

describe('session_loop', () => {
  test('labels the moves of both sides like the choices', () => {
    const bench = new Bench(pile(4), { guest: { control_mode: 'human' } });
    bench.settle();
    bench.seats.guest.answer(1);
    bench.settle();
    bench.seats.guest.answer(1);
    bench.settle();
    expect(bench.seats.guest.game.moves).toEqual([
      { number: 1, by: 'guest', text: 'take 1', at: startAt, origin: 'you', automatic: false, reason: null },
      { number: 2, by: 'host', text: 'take 1', at: startAt, origin: null, automatic: false, reason: null },
      { number: 3, by: 'guest', text: 'take 1', at: startAt, origin: 'you', automatic: false, reason: null },
      { number: 4, by: 'host', text: 'take 1', at: startAt, origin: null, automatic: false, reason: null },
    ]);
    expect(bench.seats.host.game.moves.map((move) => [move.by, move.text, move.origin])).toEqual([
      ['guest', 'take 1', null],
      ['host', 'take 1', 'agent'],
      ['guest', 'take 1', null],
      ['host', 'take 1', 'agent'],
    ]);
    expect(bench.seats.guest.outcome).toMatchObject({ completed: true, winner: 'host' });
  });

  test('ends the table instead of sending an invalid message of the hooks', () => {
    const bench = new Bench(pile(4), {
      guest: {
        hooks: { act: (state: JsonObject) => ({ state, send: { action: 'move', turn: 1, take: 9, left: 0 } }) },
      },
    });
    bench.settle();
    expect(bench.seats.guest.outcome?.problem).toMatchObject({
      code: 'hook_failed',
      detail: { direction: 'sent' },
    });
    expect(bench.seats.host.outcome?.problem).toMatchObject({
      code: 'peer_aborted',
      detail: { code: 'hook_failed' },
    });
  });

  test('fails the table if a step neither asks, sends nor ends', () => {
    const bench = new Bench(pile(4), { host: { hooks: { handle: (state: JsonObject) => ({ state }) } } });
    bench.settle();
    expect(bench.seats.host.outcome?.problem?.code).toBe('hook_failed');
  });

  test.each(['init', 'join', 'handle_ready', 'first_action', 'act', 'decide', 'handle'] as const)(
    'fails the table if %s throws or returns an invalid value',
    (method) => {
      for (const hook of [
        () => {
          throw new Error('broken');
        },
        () => 'nonsense',
      ]) {
        const bench = new Bench(pile(4), { guest: { hooks: { [method]: hook } } });
        bench.settle();
        expect(bench.seats.guest.outcome).toMatchObject({ completed: false, winner: null });
        expect(['hook_failed', 'decision_invalid']).toContain(bench.seats.guest.outcome?.problem?.code);
        expect(bench.seats.host.outcome?.problem?.code).toBe('peer_aborted');
      }
    },
  );

  test('a throwing view does not end the game', () => {
    const view = () => {
      throw new Error('broken');
    };
    const bench = new Bench(pile(4), { guest: { hooks: { view } } });
    bench.settle();
    expect(bench.seats.guest.outcome?.completed).toBe(true);
    expect(bench.seats.guest.game.view).toBeNull();
    expect(bench.seats.host.game.view).toEqual({ left: 0 });
  });

  test('a resigned table fails on both sides, without a winner', () => {
    const bench = new Bench(pile(4), { guest: { control_mode: 'human' } });
    bench.settle();
    bench.seats.guest.dispatch({ type: 'abort', problem: { code: 'resigned', message: 'You resigned.' } });
    bench.settle();
    expect(bench.seats.guest.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'resigned' } });
    expect(bench.seats.host.outcome).toMatchObject({
      winner: null,
      problem: { code: 'peer_aborted', detail: { code: 'resigned' } },
    });
  });
});
