import { expect, it } from 'vitest';
import type { Table } from '../bridge/tables.ts';
import { thinkingSince, thinkingTimesOf } from './thinking-time.ts';

const move = (by: 'host' | 'guest', at: number) => ({ number: 1, by, text: '', at, origin: null });
const sealedAt = (sealed_at: number | null) => ({ sealed: null, sealed_at, value: null, nonce: null });
const table = (changes: object): Table =>
  ({
    phase: 'playing',
    protocol: { mode: 'session_loop' },
    started_at: 1000,
    steps: [],
    moves: [],
    sealed_rounds: [],
    ask: null,
    peer_deadline_at: null,
    connection: { quiet_since: null },
    ...changes,
  }) as unknown as Table;

it('adds up the time between moves for the side that moved', () => {
  const moves = [move('guest', 3000), move('host', 10_000), move('guest', 10_500)];
  expect(thinkingTimesOf(table({ moves }))).toEqual({ guest: 2500, host: 7000 });
  // Joining does not count, and a clock that is set back never subtracts.
  expect(thinkingTimesOf(table({ moves: [move('guest', 3000)], steps: [{ started_at: 2500 }] })).guest).toBe(500);
  expect(thinkingTimesOf(table({ moves: [move('guest', 900), move('host', 1500)] }))).toEqual({ guest: 0, host: 500 });
});

it('counts both sides concurrently in sealed rounds', () => {
  const protocol = { mode: 'simultaneous_round' };
  const sealed_rounds = [
    { round: 0, host: sealedAt(2000), guest: sealedAt(6000) },
    { round: 1, host: sealedAt(7000), guest: sealedAt(null) },
  ];
  expect(thinkingTimesOf(table({ protocol, sealed_rounds }))).toEqual({ host: 2000, guest: 5000 });
});

it('determines whose clock is running', () => {
  expect(thinkingSince(table({ ask: { asked_at: 5 } }))).toEqual({ own: 5, peer: null });
  expect(thinkingSince(table({ peer_deadline_at: 9, moves: [move('guest', 7)] }))).toEqual({ own: null, peer: 7 });
  const joined = table({ peer_deadline_at: 9, steps: [{ started_at: 2500 }] });
  expect(thinkingSince(joined).peer).toBe(2500);
  expect(thinkingSince(table({}))).toEqual({ own: null, peer: null });
  expect(thinkingSince(table({ peer_deadline_at: 9, connection: { quiet_since: 8 } })).peer).toBeNull();
  expect(thinkingSince(table({ phase: 'finished', ask: { asked_at: 5 } })).own).toBeNull();
});
