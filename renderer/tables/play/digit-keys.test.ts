import { expect, it } from 'vitest';
import { digitsInList, digitsOnBoard } from './digit-keys.ts';

const choices = (...labels: string[]) => labels.map((label) => ({ label, value: label }));

it('digits pick what the list shows with that number', () => {
  expect([...digitsInList(choices('column 1', 'column 3', 'column 10'))]).toEqual([
    [1, 'column 1'],
    [3, 'column 3'],
  ]);
  expect([...digitsInList(choices('rock', 'paper'))]).toEqual([
    [1, 'rock'],
    [2, 'paper'],
  ]);
});

it('digits pick nothing among the places of a grid, which show none', () => {
  const places = choices(...Array.from({ length: 12 }, (_, at) => `${'abcd'[at % 4]}${Math.floor(at / 4) + 1}`));
  expect(digitsInList(places).size).toBe(0);
  expect([...digitsInList([...places, ...choices('pass')])]).toEqual([[1, 'pass']]);
});

it('on a board, digits pick what the board says it shows', () => {
  expect(digitsOnBoard([]).size).toBe(0);
  expect(digitsOnBoard([{ number: 4, answer: 3 }]).get(4)).toBe(3);
});
