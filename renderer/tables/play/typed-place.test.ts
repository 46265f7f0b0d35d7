import { expect, test } from 'vitest';
import type { Choice } from '../../../shared/tables/hooks.ts';
import { typePlace } from './typed-place.ts';

const choicesOf = (...labels: string[]): Choice[] => labels.map((label) => ({ value: label, label }));

/** What is chosen after each character. */
function typing(choices: readonly Choice[], text: string) {
  let typed = '';
  return [...text].map((character) => {
    const place = typePlace(choices, typed, character);
    typed = place.typed;
    return place.choice?.label ?? place.unknown;
  });
}

const points = choicesOf('h1', 'h12', 'c4', 'pass');

test('a letter and a number name a place, in either case', () => {
  expect(typing(points, 'c4')).toEqual([null, 'c4']);
  expect(typing(choicesOf('B7'), 'b7')).toEqual([null, 'B7']);
});

test('a second digit names another place, and a letter begins again', () => {
  expect(typing(points, 'h12c4')).toEqual([null, 'h1', 'h12', null, 'c4']);
});

test('a place that cannot be chosen is reported, and nothing is left of it', () => {
  expect(typing(points, 'c9c4')).toEqual([null, 'c9', null, 'c4']);
});

const lines = choicesOf('a1 b1', 'c3 d3', 'c3 c4');

test('a line has the names of its two ends, with or without a space', () => {
  expect(typing(lines, 'c3d3')).toEqual([null, null, null, 'c3 d3']);
  expect(typing(lines, 'C3C4a1b1')).toEqual([null, null, null, 'c3 c4', null, null, null, 'a1 b1']);
  expect(typing(lines, 'c3e3')).toEqual([null, null, null, null]);
});

test('a digit alone belongs to nothing, nor does a letter where no place is offered', () => {
  expect(typePlace(points, '', '4').typed).toBe('');
  expect(typePlace(choicesOf('rock', 'paper'), '', 'r')).toEqual({ typed: '', choice: null, unknown: null });
});
