import { describe, expect, test } from 'vitest';
import { clientText, reasonMaxCharacters } from './client.ts';
import type { ControlMode } from './hooks.ts';
import { Bench, type SeatOptions, startAt } from './testing/bench.ts';
import { sealedHands } from './testing/games.ts';

const client = { client_id: 'c1', name: 'Plover' };

/** A guest with its first question open and 60 seconds for the decision; its hooks would play rock. */
function seatWithQuestion(control_mode: ControlMode, options: SeatOptions = {}) {
  const bench = new Bench(sealedHands(2), { guest: { control_mode, client, ...options } });
  bench.settle();
  const seat = bench.seats.guest;
  return {
    bench,
    seat,
    propose: (value: string, key = 'round:0', reason: string | null = 'it wraps') =>
      seat.dispatch({ type: 'propose', key, value, reason }),
    setMode: (mode: ControlMode) => seat.dispatch({ type: 'set_mode', control_mode: mode }),
    setState: (state: 'connected' | 'away' | 'removed') => seat.dispatch({ type: 'client', state }),
    ownMoves: () =>
      seat.game.moves.filter(({ by }) => by === 'guest').map(({ origin, reason }) => ({ origin, reason })),
    decisions: () => seat.records.filter(({ kind }) => kind === 'decision'),
  };
}

const withoutDecide = { hooks: { decide: undefined } };

describe('autonomous', () => {
  test('waits for the client until a person’s deadline, and plays its answer at once', () => {
    const { bench, seat, propose, ownMoves, decisions } = seatWithQuestion('autonomous', { paceMs: 3_000 });
    expect(seat.game).toMatchObject({ client: { ...client, connected: true }, moves: [] });
    expect(seat.game.ask).toMatchObject({
      proposal: null,
      deadline_at: startAt + 60_000,
      fallback_at: startAt + 50_000,
    });
    propose('paper');
    bench.settle();
    expect(ownMoves()).toEqual([{ origin: 'client', reason: 'it wraps' }]);
    expect(decisions()).toEqual([
      { kind: 'decision', key: 'round:0', value: 'paper', origin: 'client', proposer: 'client', reason: 'it wraps' },
    ]);
    expect(seat.records[0]).toMatchObject({ kind: 'start', client: 'Plover' });
  });

  test('the hooks answer in place of a late client', () => {
    const { bench, propose, seat, ownMoves } = seatWithQuestion('autonomous');
    bench.advance(49_999);
    expect(ownMoves()).toEqual([]);
    bench.advance(1);
    expect(ownMoves()).toEqual([{ origin: 'fallback', reason: null }]);
    propose('paper');
    expect(seat.refusals).toEqual(['decision_finalized']);
  });

  test('the client may still answer while the hooks are deciding', () => {
    const { bench, seat, propose, ownMoves } = seatWithQuestion('autonomous');
    bench.clock.now += 50_000;
    seat.dispatch({ type: 'time' });
    expect(seat.hasPendingCalls).toBe(true);
    propose('paper');
    bench.settle();
    expect(ownMoves()[0]).toMatchObject({ origin: 'client' });
    expect(ownMoves()).toHaveLength(1);
  });

  test.each([
    ['no decide', undefined],
    [
      'a decide that throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('with %s, only the deadline ends the wait for a late client', (_name, decide) => {
    const { bench, seat, ownMoves } = seatWithQuestion('autonomous', { hooks: { decide } });
    bench.advance(59_999);
    expect(seat.outcome).toBeNull();
    expect(ownMoves()).toEqual([]);
    bench.advance(1);
    expect(seat.outcome?.problem?.code).toBe('decision_timeout');
  });

  test.each([
    ['a question that was already answered', 'round:0', 'paper', 'decision_finalized'],
    ['a question that was never asked', 'round:7', 'paper', 'decision_not_open'],
    ['a value that was not offered', 'round:1', 'well', 'decision_invalid'],
  ])('rejects %s without any effect', (_name, key, value, code) => {
    const { bench, seat, propose, decisions } = seatWithQuestion('autonomous');
    propose('paper');
    bench.settle();
    seat.refusals.length = 0;
    const before = { decisions: decisions().length, seq: seat.game.seq };
    propose(value, key);
    expect(seat.refusals).toEqual([code]);
    expect({ decisions: decisions().length, seq: seat.game.seq }).toEqual(before);
  });

  test('rejects an answer after the end', () => {
    const { bench, seat, propose } = seatWithQuestion('autonomous', withoutDecide);
    bench.clock.now += 60_000;
    propose('paper');
    expect(seat.refusals).toEqual(['decision_finalized']);
  });
});

describe('hybrid', () => {
  test('the answer becomes a proposal that the person sees, with its reason', () => {
    const { bench, seat, propose, ownMoves, decisions } = seatWithQuestion('hybrid');
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null });
    propose('paper');
    expect(seat.game.ask).toMatchObject({
      proposal: 'paper',
      reason: 'it wraps',
      proposer: 'client',
      plays_at: startAt + 10_000,
    });
    propose('scissors');
    expect(seat.refusals).toEqual(['decision_finalized']);
    bench.advance(10_000);
    expect(ownMoves()).toEqual([{ origin: 'timeout', reason: 'it wraps' }]);
    expect(decisions()[0]).toMatchObject({ origin: 'timeout', proposer: 'client', reason: 'it wraps' });
  });

  test('the person may accept the proposal', () => {
    const { seat, propose, decisions, ownMoves } = seatWithQuestion('hybrid');
    propose('paper');
    seat.answer('paper');
    expect(decisions()[0]).toMatchObject({ value: 'paper', origin: 'accepted', proposer: 'client' });
    expect(ownMoves()).toEqual([{ origin: 'accepted', reason: 'it wraps' }]);
  });

  test('if the person overrides the proposal, the record keeps it with its reason, and the move has no reason', () => {
    const { seat, propose, decisions, ownMoves } = seatWithQuestion('hybrid');
    propose('paper');
    seat.answer('scissors');
    expect(decisions()[0]).toEqual({
      kind: 'decision',
      key: 'round:0',
      value: 'scissors',
      origin: 'override',
      proposal: 'paper',
      proposer: 'client',
      reason: 'it wraps',
    });
    expect(ownMoves()).toEqual([{ origin: 'override', reason: null }]);
  });

  test('the person may decide before the client does', () => {
    const { seat, decisions } = seatWithQuestion('hybrid');
    seat.answer('scissors');
    expect(decisions()).toEqual([{ kind: 'decision', key: 'round:0', value: 'scissors', origin: 'you' }]);
  });

  test('after a late client, the hooks propose until the deadline', () => {
    const { bench, seat, ownMoves, decisions } = seatWithQuestion('hybrid');
    bench.advance(50_000);
    expect(seat.game.ask).toMatchObject({ proposal: 'rock', proposer: 'hooks', plays_at: startAt + 60_000 });
    bench.advance(10_000);
    expect(ownMoves()[0]).toEqual({ origin: 'fallback', reason: null });
    expect(decisions()[0]).toMatchObject({ origin: 'fallback', proposer: 'hooks' });
    expect(seat.outcome).toBeNull();
  });
});

describe('changing the control mode', () => {
  test('to human: the person decides in the remaining time', () => {
    const { bench, seat, propose, setMode, ownMoves } = seatWithQuestion('autonomous');
    bench.advance(20_000);
    setMode('human');
    expect(seat.game).toMatchObject({ control_mode: 'human', client, ask: { deadline_at: startAt + 60_000 } });
    expect(seat.game.ask).not.toHaveProperty('fallback_at');
    propose('paper');
    expect(seat.refusals).toEqual(['decision_not_open']);
    bench.advance(35_000);
    expect(ownMoves()).toEqual([]);
    seat.answer('scissors');
    bench.settle();
    expect(ownMoves()).toEqual([{ origin: 'you', reason: null }]);
  });

  test('to human and back: withdraws the proposal, and the client may answer again', () => {
    const { seat, propose, setMode, ownMoves } = seatWithQuestion('hybrid', withoutDecide);
    propose('paper');
    setMode('human');
    expect(seat.game.ask).toMatchObject({ proposal: null, plays_at: null });
    setMode('autonomous');
    expect(seat.refusals).toEqual([]);
    propose('scissors');
    expect(ownMoves()).toEqual([{ origin: 'client', reason: 'it wraps' }]);
  });

  test('to autonomous: plays the open proposal at once', () => {
    const { propose, setMode, ownMoves } = seatWithQuestion('hybrid');
    propose('paper');
    setMode('autonomous');
    expect(ownMoves()).toEqual([{ origin: 'client', reason: 'it wraps' }]);
  });
});

describe('a client that disconnects', () => {
  test('has 30 seconds to return before the hooks answer', () => {
    const { bench, seat, setState, ownMoves } = seatWithQuestion('autonomous');
    setState('away');
    expect(seat.game).toMatchObject({ client: { connected: false }, ask: { fallback_at: startAt + 30_000 } });
    bench.advance(29_999);
    expect(ownMoves()).toEqual([]);
    bench.advance(1);
    expect(ownMoves()[0]).toEqual({ origin: 'fallback', reason: null });
    bench.settle();
    // The next question does not wait for it again.
    bench.advance(0);
    expect(ownMoves().map(({ origin }) => origin)).toEqual(['fallback', 'fallback']);
    expect(seat.records.filter(({ kind }) => kind === 'client')).toEqual([{ kind: 'client', state: 'away' }]);
  });

  test('keeps its seat if it returns in time', () => {
    const { bench, seat, setState, propose, ownMoves } = seatWithQuestion('autonomous');
    setState('away');
    bench.advance(29_000);
    setState('connected');
    setState('connected');
    expect(seat.game.ask).toMatchObject({ fallback_at: startAt + 50_000 });
    bench.advance(20_000);
    propose('paper');
    expect(ownMoves()[0]).toMatchObject({ origin: 'client' });
    expect(seat.records.filter(({ kind }) => kind === 'client')).toHaveLength(2);
  });

  test('without decide, the person decides until it returns', () => {
    const { bench, seat, setState, propose, ownMoves } = seatWithQuestion('autonomous', withoutDecide);
    setState('away');
    bench.advance(30_000);
    expect(seat.game).toMatchObject({ control_mode: 'human', ask: { deadline_at: startAt + 60_000 } });
    setState('connected');
    expect(seat.game.control_mode).toBe('autonomous');
    propose('paper');
    expect(ownMoves()[0]).toMatchObject({ origin: 'client' });
  });

  test('does not take the seat back from a person who took it over', () => {
    const { bench, seat, setState, setMode } = seatWithQuestion('autonomous', withoutDecide);
    setState('away');
    bench.advance(30_000);
    setMode('human');
    setState('connected');
    expect(seat.game.control_mode).toBe('human');
  });
});

describe('a client that is removed', () => {
  test('leaves the seat to the hooks at once, and its proposal is not played', () => {
    const { bench, seat, setState, propose, ownMoves } = seatWithQuestion('hybrid');
    propose('paper');
    setState('removed');
    bench.settle();
    expect(seat.game).toMatchObject({ client: null, control_mode: 'hybrid', ask: { proposal: 'rock' } });
    expect(seat.game.ask).not.toHaveProperty('proposer');
    propose('paper');
    expect(seat.refusals).toEqual(['decision_not_open']);
    bench.advance(10_000);
    expect(ownMoves()).toEqual([{ origin: 'timeout', reason: null }]);
  });

  test('leaves an autonomous seat without a deadline', () => {
    const { bench, seat, setState, ownMoves } = seatWithQuestion('autonomous');
    setState('removed');
    bench.settle();
    expect(ownMoves()[0]).toEqual({ origin: 'agent', reason: null });
    bench.advance(120_000);
    expect(seat.outcome).toMatchObject({ completed: true });
  });

  test('without decide, the person decides', () => {
    const { seat, setState, setMode } = seatWithQuestion('autonomous', withoutDecide);
    setState('removed');
    expect(seat.game).toMatchObject({ client: null, control_mode: 'human' });
    setMode('autonomous');
    expect(seat.refusals).toEqual(['decision_invalid']);
  });
});

test('clientText returns one well-formed line of limited length', () => {
  expect(clientText(' a\u0000\n\tb\u007f\ud800 ', reasonMaxCharacters)).toBe('a b \ufffd');
  expect(clientText('🙂'.repeat(200), 3)).toBe('🙂\ufffd');
  expect(clientText('x'.repeat(400), reasonMaxCharacters)).toHaveLength(280);
});
