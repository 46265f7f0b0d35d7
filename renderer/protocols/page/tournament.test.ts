import { expect, test } from 'vitest';
import type { StrengthGame } from '../../../shared/bridge/contract.ts';
import { pairingsOf, standingsOf } from './tournament.ts';

test('pairs every strength with every other once', () => {
  expect(pairingsOf(['a', 'b', 'c'])).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ]);
  expect(pairingsOf(['a'])).toEqual([]);
});

test('counts games from both seats and a draw as half a win, and breaks ties by score', () => {
  const games: StrengthGame[] = [
    { host: 'a', guest: 'b', winner: 'draw', scores: { host: 60, guest: 60 } },
    { host: 'b', guest: 'a', winner: 'draw', scores: { host: 50, guest: 50 } },
    { host: 'a', guest: 'c', winner: 'guest', scores: { host: 10, guest: 70 } },
    { host: 'c', guest: 'a', winner: 'guest', scores: { host: 20, guest: 30 } },
  ];
  expect(standingsOf(['a', 'b', 'c'], games)).toEqual([
    { strength: 'a', played: 4, won: 1, drawn: 2, lost: 1, score: 37.5 },
    { strength: 'b', played: 2, won: 0, drawn: 2, lost: 0, score: 55 },
    { strength: 'c', played: 2, won: 1, drawn: 0, lost: 1, score: 45 },
  ]);
  expect(standingsOf(['a', 'b'], [{ host: 'a', guest: 'b', winner: 'host', scores: null }])[0]).toMatchObject({
    strength: 'a',
    score: null,
  });
});
