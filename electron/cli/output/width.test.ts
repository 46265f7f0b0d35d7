import { expect, it } from 'vitest';
import { cutTo, padTo, widthOf } from './width.ts';

it.each([
  ['ada', 3],
  ['五子棋', 6],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['❤️', 2],
  ['🇨🇭', 2],
  ['1', 1],
  ['', 0],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
  expect(padTo(text, 9)).toBe(text + ' '.repeat(9 - width));
});

it('truncates between graphemes and never exceeds the width', () => {
  expect(cutTo('Connect Four', 12)).toBe('Connect Four');
  expect(cutTo('Connect Four', 8)).toBe('Connect…');
  expect(cutTo('五子棋大师', 6)).toBe('五子…');
  expect(cutTo('五子棋大师', 5)).toBe('五子…');
  expect(cutTo('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
});
