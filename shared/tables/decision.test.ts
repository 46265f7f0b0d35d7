import { describe, expect, test } from 'vitest';
import { decisionSeconds, proposalSeconds } from './deadlines.ts';
import type { ControlMode } from './hooks.ts';
import { Bench, type SeatOptions, startAt } from './testing/bench.ts';
import { sealedHands } from './testing/games.ts';

/** The guest of a table in one control mode, asked for its first hand. */
function asked(control_mode: ControlMode, options: SeatOptions = {}) {
  const bench = new Bench(sealedHands(2), { guest: { control_mode, ...options } });
  bench.settle();
  const seat = bench.seats.guest;
  return { bench, seat, hold: () => seat.tell({ type: 'hold', key: 'round:0' }) };
}

const origins = (seat: Bench['seats']['guest']) =>
  seat.game.moves.filter((move) => move.by === 'guest').map((move) => move.origin);

describe('human', () => {
  test('nothing is played for the person: the ask has a deadline and no proposal', () => {
    const { bench, seat } = asked('human');
    expect(seat.game.ask).toEqual({
      key: 'round:0',
      prompt: 'Show a hand',
      choices: expect.any(Array),
      asked_at: startAt,
      proposal: null,
      plays_at: null,
      held: false,
      deadline_at: startAt + 60_000,
    });
    bench.pass(59_999);
    expect(seat.ended).toBeNull();
    bench.pass(1);
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'decision_timeout' } });
    expect(seat.game.moves).toEqual([]);
  });

  test('an answer in time is the person’s own', () => {
    const { bench, seat } = asked('human');
    bench.pass(59_999);
    seat.answer('paper');
    bench.settle();
    expect(seat.game.moves[0]).toMatchObject({ by: 'guest', text: 'the paper', origin: 'you' });
    expect(seat.records).toContainEqual({ kind: 'decision', key: 'round:0', value: 'paper', origin: 'you' });
  });

  test('an answer after the deadline is late, even when no timer has fired yet', () => {
    const { bench, seat } = asked('human');
    bench.clock.now += 60_000;
    seat.answer('paper');
    expect(seat.refusals).toEqual(['decision_invalid']);
    expect(seat.ended?.problem?.code).toBe('decision_timeout');
  });

  test('there is nothing to hold', () => {
    const { seat, hold } = asked('human');
    hold();
    expect(seat.refusals).toEqual(['decision_invalid']);
  });

  test.each([
    ['another key', 'round:1', 'rock'],
    ['another value', 'round:0', 'well'],
    ['another type', 'round:0', true],
  ] as const)('%s is refused and changes nothing', (_name, key, value) => {
    const { seat } = asked('human');
    const { seq } = seat.game;
    seat.tell({ type: 'answer', key, value });
    expect(seat.refusals).toEqual(['decision_invalid']);
    expect(seat.game).toMatchObject({ seq, ask: { key: 'round:0' }, moves: [] });
  });
});

describe('hybrid', () => {
  test('the proposal shows at once and plays by itself', () => {
    const { bench, seat } = asked('hybrid');
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: startAt + 10_000, held: false });
    bench.pass(9_999);
    expect(origins(seat)).toEqual([]);
    bench.pass(1);
    expect(origins(seat)).toEqual(['timeout']);
  });

  test('accepted and overridden are told apart', () => {
    const accepting = asked('hybrid');
    accepting.seat.answer('rock');
    expect(origins(accepting.seat)).toEqual(['accepted']);
    const overriding = asked('hybrid');
    overriding.seat.answer('paper');
    expect(origins(overriding.seat)).toEqual(['override']);
  });

  test('held, only the person’s own deadline counts', () => {
    const { bench, seat, hold } = asked('hybrid');
    bench.pass(9_000);
    hold();
    hold();
    expect(seat.game.ask).toMatchObject({
      proposal: 'rock',
      plays_at: null,
      held: true,
      deadline_at: startAt + 60_000,
    });
    bench.pass(50_999);
    expect(seat.ended).toBeNull();
    bench.pass(1);
    expect(seat.ended?.problem?.code).toBe('decision_timeout');
    expect(seat.game.moves).toEqual([]);
  });

  test('held and then accepted', () => {
    const { seat, hold } = asked('hybrid');
    hold();
    seat.answer('rock');
    expect(origins(seat)).toEqual(['accepted']);
  });

  test('held before there was a proposal', () => {
    const bench = new Bench(sealedHands(2), { guest: { control_mode: 'hybrid' } });
    const seat = bench.seats.guest;
    while (!seat.game.ask) bench.moves()[0]?.();
    expect(seat.game.ask.proposal).toBeNull();
    seat.tell({ type: 'hold', key: 'round:0' });
    bench.pass(30_000);
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: null, held: true });
  });

  test('an agent that fails leaves the question to the person', () => {
    const { bench, seat } = asked('hybrid', { hooks: { decide: () => 'well' } });
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null });
    bench.pass(30_000);
    seat.answer('rock');
    expect(origins(seat)).toEqual(['you']);
  });

  test('after an hour asleep the proposal that was due first is played, and the table goes on', () => {
    const { bench, seat } = asked('hybrid', { heartbeat: { intervalMs: 0 } });
    bench.clock.now += 3_600_000;
    seat.tell({ type: 'time' });
    expect(origins(seat)).toEqual(['timeout']);
    expect(seat.ended).toBeNull();
  });
});

describe('autonomous', () => {
  test('the agent answers alone; nobody else may', () => {
    const { seat } = asked('autonomous', { paceMs: 3_000 });
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: startAt + 3_000, deadline_at: null });
    seat.answer('rock');
    seat.tell({ type: 'hold', key: 'round:0' });
    expect(seat.refusals).toEqual(['decision_invalid', 'decision_invalid']);
    expect(origins(seat)).toEqual([]);
  });

  test('its pace is kept', () => {
    const { bench, seat } = asked('autonomous', { paceMs: 3_000 });
    bench.pass(2_999);
    expect(origins(seat)).toEqual([]);
    bench.pass(1);
    expect(origins(seat)).toEqual(['agent']);
  });

  test.each([
    ['no decide', undefined, 'hook_failed'],
    ['a decision that was not offered', () => 'well', 'decision_invalid'],
    [
      'a decide that throws',
      () => {
        throw new Error('broken');
      },
      'hook_failed',
    ],
  ])('%s ends the table', (_name, decide, code) => {
    const { seat } = asked('autonomous', { hooks: { decide } });
    expect(seat.ended).toMatchObject({ completed: false, problem: { code } });
  });
});

test('a question asked twice is a fault of the hooks', () => {
  const ask = { key: 'round:0', prompt: 'Again', choices: [{ value: 'rock', label: 'rock' }] };
  const bench = new Bench(sealedHands(2), {
    guest: { hooks: { round_value: (state: object) => ({ state, ask }) as never, decide: () => 'rock' } },
  });
  bench.settle();
  expect(bench.seats.guest.ended?.problem).toMatchObject({ code: 'hook_failed', detail: { key: 'round:0' } });
});

test('patience follows the spec, within reason', () => {
  const spec = (decision: object | null, timing: object | null) => ({ messages: [], decision, timing }) as never;
  expect(decisionSeconds(spec({ timeout_seconds: 45 }, null))).toBe(45);
  expect(decisionSeconds(spec({}, null))).toBe(120);
  expect(decisionSeconds(spec(null, null))).toBe(120);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, { mode: 'none', max_think_seconds: 30 }))).toBe(30);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, { mode: 'none', max_think_seconds: 3 }))).toBe(5);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, null))).toBe(45);
  expect(proposalSeconds(spec(null, null))).toBe(20);
});
