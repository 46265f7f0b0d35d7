import { describe, expect, test } from 'vitest';
import { decisionSeconds, proposalSeconds } from './deadlines.ts';
import type { ControlMode } from './hooks.ts';
import { Bench, type SeatOptions, startAt } from './testing/bench.ts';
import { sealedHands } from './testing/games.ts';

/** A guest in the given control mode, with its first question open. */
function seatWithQuestion(control_mode: ControlMode, options: SeatOptions = {}) {
  const bench = new Bench(sealedHands(2), { guest: { control_mode, ...options } });
  bench.settle();
  const seat = bench.seats.guest;
  return { bench, seat, hold: () => seat.dispatch({ type: 'hold', key: 'round:0' }) };
}

const origins = (seat: Bench['seats']['guest']) =>
  seat.game.moves.filter((move) => move.by === 'guest').map((move) => move.origin);

describe('human', () => {
  test('the question has a deadline and no proposal', () => {
    const { bench, seat } = seatWithQuestion('human');
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
    bench.advance(59_999);
    expect(seat.outcome).toBeNull();
    bench.advance(1);
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'decision_timeout' } });
    expect(seat.game.moves).toEqual([]);
  });

  test('records an answer in time as the person’s', () => {
    const { bench, seat } = seatWithQuestion('human');
    bench.advance(59_999);
    seat.answer('paper');
    bench.settle();
    expect(seat.game.moves[0]).toMatchObject({ by: 'guest', text: 'the paper', origin: 'you' });
    expect(seat.records).toContainEqual({ kind: 'decision', key: 'round:0', value: 'paper', origin: 'you' });
  });

  test('rejects an answer after the deadline, even if no timer has fired yet', () => {
    const { bench, seat } = seatWithQuestion('human');
    bench.clock.now += 60_000;
    seat.answer('paper');
    expect(seat.refusals).toEqual(['decision_invalid']);
    expect(seat.outcome?.problem?.code).toBe('decision_timeout');
  });

  test('has no proposal to hold', () => {
    const { seat, hold } = seatWithQuestion('human');
    hold();
    expect(seat.refusals).toEqual(['decision_invalid']);
  });

  test.each([
    ['another key', 'round:1', 'rock'],
    ['another value', 'round:0', 'well'],
    ['another type', 'round:0', true],
  ] as const)('rejects %s without any effect', (_name, key, value) => {
    const { seat } = seatWithQuestion('human');
    const { seq } = seat.game;
    seat.dispatch({ type: 'answer', key, value });
    expect(seat.refusals).toEqual(['decision_invalid']);
    expect(seat.game).toMatchObject({ seq, ask: { key: 'round:0' }, moves: [] });
  });
});

describe('hybrid', () => {
  test('shows the proposal at once and plays it automatically', () => {
    const { bench, seat } = seatWithQuestion('hybrid');
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: startAt + 10_000, held: false });
    bench.advance(9_999);
    expect(origins(seat)).toEqual([]);
    bench.advance(1);
    expect(origins(seat)).toEqual(['timeout']);
  });

  test('distinguishes accepted and overridden proposals', () => {
    const accepting = seatWithQuestion('hybrid');
    accepting.seat.answer('rock');
    expect(origins(accepting.seat)).toEqual(['accepted']);
    const overriding = seatWithQuestion('hybrid');
    overriding.seat.answer('paper');
    expect(origins(overriding.seat)).toEqual(['override']);
  });

  test('while held, only the person’s deadline applies', () => {
    const { bench, seat, hold } = seatWithQuestion('hybrid');
    bench.advance(9_000);
    hold();
    hold();
    expect(seat.game.ask).toMatchObject({
      proposal: 'rock',
      plays_at: null,
      held: true,
      deadline_at: startAt + 60_000,
    });
    bench.advance(50_999);
    expect(seat.outcome).toBeNull();
    bench.advance(1);
    expect(seat.outcome?.problem?.code).toBe('decision_timeout');
    expect(seat.game.moves).toEqual([]);
  });

  test('accepts a held proposal', () => {
    const { seat, hold } = seatWithQuestion('hybrid');
    hold();
    seat.answer('rock');
    expect(origins(seat)).toEqual(['accepted']);
  });

  test('holds a proposal that arrives later', () => {
    const bench = new Bench(sealedHands(2), { guest: { control_mode: 'hybrid' } });
    const seat = bench.seats.guest;
    while (!seat.game.ask) bench.possibleSteps()[0]?.();
    expect(seat.game.ask.proposal).toBeNull();
    seat.dispatch({ type: 'hold', key: 'round:0' });
    bench.advance(30_000);
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: null, held: true });
  });

  test('leaves the question to the person if the agent fails', () => {
    const { bench, seat } = seatWithQuestion('hybrid', { hooks: { decide: () => 'well' } });
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null });
    bench.advance(30_000);
    seat.answer('rock');
    expect(origins(seat)).toEqual(['you']);
  });

  test('after an hour of sleep, plays the proposal that was due first and continues', () => {
    const { bench, seat } = seatWithQuestion('hybrid', { heartbeat: { intervalMs: 0 } });
    bench.clock.now += 3_600_000;
    seat.dispatch({ type: 'time' });
    expect(origins(seat)).toEqual(['timeout']);
    expect(seat.outcome).toBeNull();
  });
});

describe('autonomous', () => {
  test('rejects answers and holds of the person', () => {
    const { seat } = seatWithQuestion('autonomous', { paceMs: 3_000 });
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', plays_at: startAt + 3_000, deadline_at: null });
    seat.answer('rock');
    seat.dispatch({ type: 'hold', key: 'round:0' });
    expect(seat.refusals).toEqual(['decision_invalid', 'decision_invalid']);
    expect(origins(seat)).toEqual([]);
  });

  test('waits for the agent’s pace', () => {
    const { bench, seat } = seatWithQuestion('autonomous', { paceMs: 3_000 });
    bench.advance(2_999);
    expect(origins(seat)).toEqual([]);
    bench.advance(1);
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
  ])('fails the table with %s', (_name, decide, code) => {
    const { seat } = seatWithQuestion('autonomous', { hooks: { decide } });
    expect(seat.outcome).toMatchObject({ completed: false, problem: { code } });
  });
});

describe('changing the control mode', () => {
  const setMode = (seat: Bench['seats']['guest'], control_mode: ControlMode) =>
    seat.dispatch({ type: 'set_mode', control_mode });

  test('human to hybrid: shows the proposal at once and plays it before the person’s deadline', () => {
    const { bench, seat } = seatWithQuestion('human');
    bench.advance(55_000);
    setMode(seat, 'hybrid');
    bench.settle();
    expect(seat.game).toMatchObject({
      control_mode: 'hybrid',
      ask: { proposal: 'rock', plays_at: startAt + 60_000, deadline_at: startAt + 60_000 },
    });
    bench.advance(5_000);
    expect(origins(seat)).toEqual(['timeout']);
    expect(seat.outcome).toBeNull();
  });

  test('hybrid to human: plays nothing, and the deadline stays', () => {
    const { bench, seat, hold } = seatWithQuestion('hybrid');
    bench.advance(4_000);
    setMode(seat, 'human');
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null, deadline_at: startAt + 60_000 });
    hold();
    expect(seat.refusals).toEqual(['decision_invalid']);
    bench.advance(55_999);
    expect(seat.outcome).toBeNull();
    bench.advance(1);
    expect(seat.outcome?.problem?.code).toBe('decision_timeout');
  });

  test('a held proposal is released when the mode changes back', () => {
    const { bench, seat, hold } = seatWithQuestion('hybrid');
    hold();
    setMode(seat, 'human');
    setMode(seat, 'hybrid');
    bench.settle();
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', held: false, plays_at: startAt + 10_000 });
  });

  test.each(['human', 'hybrid'] as const)('%s to autonomous: the agent plays the open question', (from) => {
    const { bench, seat } = seatWithQuestion(from);
    setMode(seat, 'autonomous');
    bench.settle();
    expect(origins(seat)[0]).toBe('agent');
    expect(seat.records.filter(({ kind }) => kind === 'mode' || kind === 'decision').slice(0, 2)).toEqual([
      { kind: 'mode', control_mode: 'autonomous' },
      { kind: 'decision', key: 'round:0', value: 'rock', origin: 'agent' },
    ]);
    bench.advance(120_000);
    expect(seat.outcome).toMatchObject({ completed: true });
  });

  test('autonomous to human: the agent’s timer stops, and the person gets a full deadline', () => {
    const { bench, seat } = seatWithQuestion('autonomous', { paceMs: 3_000 });
    bench.advance(1_000);
    setMode(seat, 'human');
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null, deadline_at: startAt + 61_000 });
    bench.advance(50_000);
    expect(origins(seat)).toEqual([]);
    seat.answer('paper');
    bench.settle();
    expect(origins(seat)).toEqual(['you']);
    expect(seat.game.ask?.key).toBe('round:1');
  });

  test('autonomous to hybrid: the answer becomes a proposal', () => {
    const { seat } = seatWithQuestion('autonomous', { paceMs: 3_000 });
    setMode(seat, 'hybrid');
    expect(seat.game.ask).toMatchObject({
      proposal: 'rock',
      plays_at: startAt + 10_000,
      deadline_at: startAt + 60_000,
    });
    seat.answer('rock');
    expect(origins(seat)).toEqual(['accepted']);
  });

  test('switching back and forth gains no time', () => {
    const { bench, seat } = seatWithQuestion('human', { paceMs: 30_000 });
    for (let second = 0; second < 60; second += 20) {
      setMode(seat, 'autonomous');
      bench.advance(10_000);
      setMode(seat, 'human');
      expect(seat.game.ask?.deadline_at).toBe(startAt + 60_000);
      bench.advance(second === 40 ? 9_999 : 10_000);
    }
    expect(seat.outcome).toBeNull();
    bench.advance(1);
    expect(seat.outcome?.problem?.code).toBe('decision_timeout');
  });

  test('calls decide once per question, however often the mode changes', () => {
    const calls: number[] = [];
    const decide = () => {
      calls.push(1);
      return 'rock';
    };
    const bench = new Bench(sealedHands(2), { guest: { control_mode: 'hybrid', hooks: { decide } } });
    const seat = bench.seats.guest;
    while (!seat.game.ask) bench.possibleSteps()[0]?.();
    for (const mode of ['human', 'hybrid', 'human', 'autonomous', 'human'] as const) setMode(seat, mode);
    bench.settle();
    expect(calls).toHaveLength(1);
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null });
  });

  test('a change between two questions applies to the next one', () => {
    const bench = new Bench(sealedHands(2), { guest: { control_mode: 'human' } });
    setMode(bench.seats.guest, 'hybrid');
    bench.settle();
    expect(bench.seats.guest.game.ask).toMatchObject({ proposal: 'rock' });
  });

  test('is recorded only if the mode differs and the table has not ended', () => {
    const { bench, seat } = seatWithQuestion('human');
    setMode(seat, 'human');
    seat.dispatch({ type: 'abort', problem: { code: 'resigned', message: 'You resigned.' } });
    bench.settle();
    setMode(seat, 'hybrid');
    expect(seat.records.filter(({ kind }) => kind === 'mode')).toEqual([]);
  });

  test('another difficulty produces another proposal with its reason, and is recorded', () => {
    const decide = (_: object, __: object, { manner }: { manner: string | null }) =>
      manner === 'sharp' ? { answer: 'paper', reason: 'wraps rock' } : 'rock';
    const { bench, seat } = seatWithQuestion('hybrid', { hooks: { decide } });
    expect(seat.game.ask).toMatchObject({ proposal: 'rock' });
    expect(seat.game.ask).not.toHaveProperty('reason');
    seat.dispatch({ type: 'set_mode', control_mode: 'hybrid', manner: 'sharp' });
    bench.settle();
    expect(seat.game).toMatchObject({ manner: 'sharp', ask: { proposal: 'paper', reason: 'wraps rock' } });
    seat.answer('scissors');
    expect(seat.records.filter(({ kind }) => kind === 'mode' || kind === 'decision')).toEqual([
      { kind: 'mode', control_mode: 'hybrid', manner: 'sharp' },
      { kind: 'decision', key: 'round:0', value: 'scissors', origin: 'override', proposal: 'paper' },
    ]);
  });

  test('hooks without decide leave the seat to the person', () => {
    const { seat } = seatWithQuestion('human', { hooks: { decide: undefined } });
    setMode(seat, 'hybrid');
    setMode(seat, 'autonomous');
    expect(seat.refusals).toEqual(['decision_invalid', 'decision_invalid']);
    expect(seat.game.control_mode).toBe('human');
  });
});

test('fails the table if the hooks repeat a question key', () => {
  const ask = { key: 'round:0', prompt: 'Again', choices: [{ value: 'rock', label: 'rock' }] };
  const bench = new Bench(sealedHands(2), {
    guest: { hooks: { round_value: (state: object) => ({ state, ask }) as never, decide: () => 'rock' } },
  });
  bench.settle();
  expect(bench.seats.guest.outcome?.problem).toMatchObject({ code: 'hook_failed', detail: { key: 'round:0' } });
});

test('time limits follow the spec, within bounds', () => {
  const spec = (decision: object | null, timing: object | null) => ({ messages: [], decision, timing }) as never;
  expect(decisionSeconds(spec({ timeout_seconds: 45 }, null))).toBe(45);
  expect(decisionSeconds(spec({}, null))).toBe(120);
  expect(decisionSeconds(spec(null, null))).toBe(120);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, { mode: 'none', max_think_seconds: 30 }))).toBe(30);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, { mode: 'none', max_think_seconds: 3 }))).toBe(5);
  expect(proposalSeconds(spec({ timeout_seconds: 45 }, null))).toBe(45);
  expect(proposalSeconds(spec(null, null))).toBe(20);
});
