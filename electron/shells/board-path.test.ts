import { expect, it } from 'vitest';
import { boardPathOf } from './board-path.ts';

it.each([
  ['index.html', 'index.html'],
  ['js/board.js', 'js/board.js'],
  ['a%20b.png', 'a b.png'],
  ['b%C3%A9.svg', 'bé.svg'],
  ['a..b.js', 'a..b.js'],
  ['a%2Eb.js', 'a.b.js'],
  ['%252e%252e', '%2e%2e'],
  ['index.html?parent=http%3A%2F%2F127.0.0.1%3A7333', 'index.html'],
])('%s is %s', (raw, path) => {
  expect(boardPathOf(raw)).toBe(path);
});

it.each([
  '',
  '/index.html',
  'js//board.js',
  'js/',
  '..',
  '../index.html',
  'js/../index.html',
  './index.html',
  '%2e%2e/index.html',
  '%2E%2E',
  '.%2e',
  'js%2fboard.js',
  'js%2Fboard.js',
  'js\\board.js',
  'js%5cboard.js',
  'a%00.js',
  'a\0.js',
  'a%0a.js',
  'a%7f.js',
  '%',
  '%zz',
  '%ff',
  'index.html?x',
  'index.html?parent=a&b',
  'index.html?parent=',
  'board.js?parent=a',
  'index.html#x',
  'a'.repeat(1025),
])('%.40s is invalid', (raw) => {
  expect(boardPathOf(raw)).toBe(null);
});
