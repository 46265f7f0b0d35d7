import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { type Role, roles } from './hooks.ts';
import { Bench, BenchSeat, Clock } from './testing/bench.ts';
import { talk } from './testing/games.ts';

/** Two people in a chat without agents. */
function people() {
  const bench = new Bench(talk(9), {
    host: { control_mode: 'human', hooks: { decide: undefined } },
    guest: { control_mode: 'human', hooks: { decide: undefined } },
  });
  bench.settle();
  return bench;
}

/** A seat played by a person after it has received these frames. */
function receiving(role: Role, frames: JsonObject[]) {
  const seat = new BenchSeat(role, talk(9), new Clock(), { control_mode: 'human' });
  seat.dispatch({ type: 'start' });
  seat.runHooks();
  for (const frame of frames) {
    seat.dispatch({ type: 'frame', frame });
    seat.runHooks();
  }
  return seat;
}

const talkOf = (seat: BenchSeat) => seat.game.talk.map(({ by, text, origin }) => [by, text, origin]);
const warnings = (seat: BenchSeat) => seat.records.filter(({ kind }) => kind === 'warning');

describe('a chat', () => {
  test('both sides can send at any time and number their own messages; leaving completes the chat', () => {
    const bench = people();
    const { host, guest } = bench.seats;
    host.answer('hi');
    host.answer('are you there?');
    guest.answer('yes');
    const frames = [...host.outbox, ...guest.outbox];
    expect(frames).toEqual([
      { action: 'chat', text: 'hi', seq: 1 },
      { action: 'chat', text: 'are you there?', seq: 2 },
      { action: 'chat', text: 'yes', seq: 1 },
    ]);
    bench.settle();
    expect(talkOf(guest)).toEqual([
      ['guest', 'yes', 'you'],
      ['host', 'hi', null],
      ['host', 'are you there?', null],
    ]);
    guest.dispatch({ type: 'abort', problem: { code: 'resigned', message: '' } });
    bench.settle();
    for (const seat of [host, guest]) {
      expect(seat.outcome).toEqual({ completed: true, winner: null, reason: null, problem: null });
    }
    expect(host.records).toContainEqual({ kind: 'frame', direction: 'received', frame: { action: 'end' } });
  });

  test('the answer false ends the chat', () => {
    const bench = people();
    bench.seats.host.answer(false);
    bench.settle();
    expect(bench.seats.guest.outcome).toMatchObject({ completed: true });
  });

  test('neither side has to send, and no pings are required', () => {
    const bench = people();
    bench.advance(86_400_000);
    for (const seat of [bench.seats.host, bench.seats.guest]) {
      expect(seat.game.ask).toMatchObject({ key: 'say:1', deadline_at: null });
      expect(seat.outcome).toBeNull();
      expect(seat.outbox).toEqual([]);
    }
  });

  test.each([
    ['a blank text', '  '],
    ['more than 40 bytes', 'ü'.repeat(21)],
    ['a lone surrogate', 'a\ud800'],
    ['a number', 5],
    ['true', true],
  ])('rejects %s as a message', (_name, value) => {
    const { seats } = people();
    seats.host.dispatch({ type: 'answer', key: 'say:1', value });
    expect(seats.host.refusals).toEqual(['decision_invalid']);
    expect(seats.host.outbox).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['a text that is too long', { action: 'chat', text: 'x'.repeat(41), seq: 1 }],
    ['no number', { action: 'chat', text: 'x' }],
    ['an undeclared field', { action: 'chat', text: 'x', seq: 1, html: '<b>' }],
    ['an end with another field', { action: 'end', reason: 'bored' }],
    ['an error', { action: 'error', reason: 'none' }],
    ['an unknown action', { action: 'leave' }],
    ['no action', { text: 'x' }],
    ['a second ready', { action: 'ready' }],
  ])('drops %s, records a warning and continues', (_name, frame) => {
    const seat = receiving('guest', [{ action: 'ready' }, frame, { action: 'chat', text: 'still here', seq: 1 }]);
    expect(seat.outcome).toBeNull();
    expect(talkOf(seat)).toEqual([['host', 'still here', null]]);
    expect(warnings(seat)).toEqual([{ kind: 'warning', code: 'message_invalid', problems: [expect.any(String)] }]);
  });

  test('ends the chat if the peer sends too many invalid messages or too many messages', () => {
    const invalid = receiving('host', [{ action: 'join' }, ...Array(51).fill({ action: 'x' })]);
    expect(invalid.outcome?.problem?.code).toBe('message_invalid');
    const flood = receiving('host', [{ action: 'join' }, ...Array(600).fill({ action: 'chat', text: 'x', seq: 1 })]);
    expect(flood.outcome?.problem?.code).toBe('peer_flooded');
    expect(flood.game.talk.length).toBeLessThanOrEqual(200);
  });

  test('queues messages that arrive before the hooks have started', () => {
    const seat = new BenchSeat('host', talk(9), new Clock(), { control_mode: 'human' });
    seat.dispatch({ type: 'start' });
    seat.dispatch({ type: 'frame', frame: { action: 'join' } });
    seat.dispatch({ type: 'frame', frame: { action: 'chat', text: 'early', seq: 1 } });
    seat.runHooks();
    expect(talkOf(seat)).toEqual([['guest', 'early', null]]);
  });

  test('fails the chat if the peer disconnects without an end', () => {
    const seat = receiving('guest', [{ action: 'ready' }]);
    seat.dispatch({ type: 'closed' });
    expect(seat.outcome?.problem?.code).toBe('peer_disconnected');
  });
});

describe.each(roles)('arbitrary frames', (role) => {
  test(`cannot make the ${role} throw or hang, and only chat messages reach the chat`, () => {
    const frame = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.record({
        action: fc.constantFrom('join', 'ready', 'chat', 'end', 'error'),
        text: fc.string(),
        seq: fc.nat(3),
      }),
      fc.record({ action: fc.constantFrom('chat'), text: fc.string({ maxLength: 10 }), seq: fc.constant(1) }),
      fc.record({ action: fc.constantFrom('join', 'ready', 'end') }),
      fc.record({ _sys: fc.constantFrom('ping', 'pong', 'bye', 'later'), probe_id: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 20 }), fc.array(fc.boolean()), (frames, hooksFirst) => {
        const seat = new BenchSeat(role, talk(3), new Clock());
        seat.dispatch({ type: 'start' });
        for (const [index, next] of frames.entries()) {
          if (hooksFirst[index]) seat.runHooks();
          seat.dispatch({ type: 'frame', frame: next as JsonObject });
        }
        seat.runHooks();
        seat.dispatch({ type: 'closed' });
        seat.runHooks();
        expect(seat.done).toBe(true);
        expect(seat.outcome?.winner).toBeNull();
        expect(seat.outcome?.problem?.code).not.toBe('internal');
        const received = seat.game.talk.filter(({ by }) => by !== role).length;
        expect(received).toBeLessThanOrEqual(
          frames.filter((frame) => 'action' in frame && frame.action === 'chat').length,
        );
      }),
    );
  });
});

describe('agents in a chat', () => {
  test('two agents greet, reply and leave', () => {
    const bench = new Bench(talk(3));
    bench.settle();
    expect(bench.isOver).toBe(true);
    for (const seat of [bench.seats.host, bench.seats.guest]) {
      expect(seat.outcome).toMatchObject({ completed: true, winner: null });
      expect(seat.records.filter(({ kind }) => kind === 'decision')).toEqual(
        expect.arrayContaining([{ kind: 'decision', key: 'say:1', value: 'line 0', origin: 'agent' }]),
      );
    }
  });

  test('an agent that decides null sends nothing', () => {
    const bench = new Bench(talk(3), { host: { hooks: { decide: () => null } }, guest: { control_mode: 'human' } });
    bench.settle();
    bench.seats.guest.answer('anybody?');
    bench.settle();
    expect(talkOf(bench.seats.guest)).toEqual([['guest', 'anybody?', 'you']]);
    expect(bench.seats.host.outcome).toBeNull();
  });

  test('agents wait for their pace before each message', () => {
    const bench = new Bench(talk(3), { host: { paceMs: 2_000 }, guest: { control_mode: 'human' } });
    bench.settle();
    bench.advance(1_999);
    expect(talkOf(bench.seats.guest)).toEqual([]);
    bench.advance(1);
    expect(talkOf(bench.seats.guest)).toEqual([['host', 'line 0', null]]);
  });

  test('in hybrid mode, a proposed message is sent with its origin unless the person holds or replaces it', () => {
    const bench = new Bench(talk(3), { host: { control_mode: 'human' }, guest: { control_mode: 'hybrid' } });
    bench.settle();
    const { guest, host } = bench.seats;
    expect(guest.game.ask).toMatchObject({ proposal: 'line 0', held: false, deadline_at: null });
    bench.advance(10_000);
    expect(talkOf(guest)).toEqual([['guest', 'line 0', 'timeout']]);
    expect(guest.game.ask).toMatchObject({ key: 'say:2', proposal: null });
    host.answer('tell me more');
    bench.settle();
    expect(guest.game.ask).toMatchObject({ proposal: 'line 1' });
    guest.dispatch({ type: 'hold', key: 'say:2' });
    bench.advance(60_000);
    expect(guest.game.ask).toMatchObject({ held: true });
    guest.answer('my own words');
    expect(talkOf(guest).at(-1)).toEqual(['guest', 'my own words', 'override']);
  });

  test('hooks can reply from on_message and rephrase an answer', () => {
    const bench = new Bench(talk(3), {
      host: {
        hooks: {
          decide: undefined,
          on_message: (state: JsonObject) => ({ state, send: { action: 'chat', text: 'received' } }),
          act: (state: JsonObject, _key: string, text: string) => ({ state, send: { text: `${text}!` } }),
        },
      },
      guest: { control_mode: 'human' },
    });
    bench.settle();
    bench.seats.guest.answer('one');
    bench.settle();
    expect(talkOf(bench.seats.guest)).toEqual([
      ['guest', 'one', 'you'],
      ['host', 'received!', null],
    ]);
  });

  test('text from a peer never reaches the hooks', () => {
    const seen: unknown[] = [];
    const bench = new Bench(talk(3), {
      host: {
        hooks: {
          on_message: (state: JsonObject, message: JsonObject) => {
            seen.push(message);
            return { state };
          },
        },
      },
      guest: { control_mode: 'human' },
    });
    bench.settle();
    bench.seats.guest.answer('say goodbye now');
    bench.settle();
    expect(seen).toEqual([{ action: 'chat', seq: 1 }]);
  });
});
