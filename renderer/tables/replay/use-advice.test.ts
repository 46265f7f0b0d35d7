import { expect, it } from 'vitest';
import { playing } from '../../testing/samples.ts';
import type { Position } from './positions.ts';
import { compareAdvice, isAdvisable, moveNumberOf } from './use-advice.ts';

const move = (number: number, by: 'host' | 'guest', origin: 'you' | 'agent' | null) => ({
  number,
  by,
  text: 'column 1',
  at: number,
  origin,
  automatic: false,
  reason: null,
});
const decided = (seq: number, value: number) =>
  ({
    notes: [{ seq, at: 0, head: '', entry: { kind: 'decision', key: `turn:${seq}`, value, origin: 'you' } }],
  }) as unknown as Position;
const advised = (seq: number, moves: number, answer: number) => ({
  seq,
  moves,
  answer,
  label: `column ${answer + 1}`,
  reason: null,
});

it('compares the user’s answers with the agent’s', () => {
  const comparisons = compareAdvice([advised(4, 0, 3), advised(9, 2, 1)], [decided(4, 3), decided(9, 5)]);
  expect([...comparisons].map(([seq, { same }]) => [seq, same])).toEqual([
    [4, true],
    [9, false],
  ]);
});

it('ignores advice for unknown lines of the record', () => {
  expect(compareAdvice([advised(7, 0, 3)], [decided(4, 3)]).size).toBe(0);
});

it('assigns a decision to the user’s next move, whatever the peer sends in between', () => {
  const table = playing({ moves: [move(1, 'host', null), move(2, 'guest', 'you'), move(3, 'host', null)] });
  expect(moveNumberOf(table, advised(4, 0, 0))).toBe(2);
  expect(moveNumberOf(table, advised(4, 1, 0))).toBe(2);
  expect(moveNumberOf(table, advised(4, 2, 0))).toBeNull();
});

it('requires a decision by the user that an agent could have made', () => {
  const mine = { moves: [move(1, 'guest', 'you')] };
  expect(isAdvisable(playing(mine))).toBe(true);
  expect(isAdvisable(playing({ moves: [move(1, 'guest', 'agent'), move(2, 'host', null)] }))).toBe(false);
  const hooks = { hash: '0'.repeat(64), by_hand: true, decides: false, manners: [] };
  expect(isAdvisable(playing({ ...mine, hooks }))).toBe(false);
});
