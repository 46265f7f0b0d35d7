import { expect, it } from 'vitest';
import { fieldsText, inlineText, tableText } from './layout.ts';

it('aligns columns by their width on the terminal, numbers to the right', () => {
  const text = tableText({
    headings: ['Name', 'Rating', 'Note'],
    rows: [
      ['五子棋', 1200, 'first'],
      ['ada', 90, null],
    ],
    width: 80,
  });
  expect(text.split('\n')).toEqual(['Name    Rating  Note', '五子棋    1200  first', 'ada         90  -', '']);
});

it('truncates the widest columns to the width of the terminal, except protected ones', () => {
  const post_id = '3f0e8a1c-4af5-4347-97c1-f2bf50c0aa98';
  const row = [post_id, 'Connect Four', 'a message that is rather long'];
  const text = tableText({
    headings: ['Invitation', 'Protocol', 'Message'],
    rows: [row],
    untruncatedColumns: ['Invitation'],
    width: 60,
  });
  const [, line] = text.split('\n');
  expect(line).toBe(`${post_id}  Connect F…  a message…`);
  const narrow = tableText({
    headings: ['Invitation', 'Message'],
    rows: [[post_id, 'long enough']],
    untruncatedColumns: ['Invitation'],
    width: 20,
  });
  expect(narrow.split('\n')[1]).toBe(`${post_id}  long …`);
});

it('replaces control characters in untrusted text', () => {
  const hidden = /[^\P{Cc}\n]|\p{Cf}/u;
  expect(tableText({ headings: ['A'], rows: [['\u001b[2J\u202e']], width: 80 })).not.toMatch(hidden);
  expect(fieldsText({ 'a\u001b': '\u001b[2J', deep: { b: '\u0007' } })).not.toMatch(hidden);
  expect(inlineText({ text: ['\u009b', { more: '\u001b' }] })).not.toMatch(hidden);
});

it('shows nested values without JSON', () => {
  expect(
    fieldsText({
      session_id: 'ab',
      tags: ['x', 'y'],
      none: null,
      elo: { before: 1200 },
      seats: [{ role: 'host', won: true }],
    }),
  ).toBe(
    [
      'session id  ab',
      'tags        x, y',
      'none        -',
      'elo',
      '  before  1200',
      'seats',
      '  role host, won true',
      '',
    ].join('\n'),
  );
  expect(inlineText({ action: 'move', at: { row: 1 }, list: [] })).toBe('action move, at (row 1), list (none)');
});
