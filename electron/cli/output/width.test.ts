import { expect, it } from 'vitest';
import { displayWidth, padToWidth, truncate } from './width.ts';

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
  expect(displayWidth(text)).toBe(width);
  expect(padToWidth(text, 9)).toBe(text + ' '.repeat(9 - width));
});

it('truncates between graphemes and never exceeds the width', () => {
  expect(truncate('Connect Four', 12)).toBe('Connect Four');
  expect(truncate('Connect Four', 8)).toBe('Connect…');
  expect(truncate('五子棋大师', 6)).toBe('五子…');
  expect(truncate('五子棋大师', 5)).toBe('五子…');
  expect(truncate('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
});
