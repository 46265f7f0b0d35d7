import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { rowsOf } from './rows.ts';

const noon = new Date(2026, 4, 5, 12).getTime();
const minute = 60_000;
const said = (number: number, by: 'host' | 'guest', minutes: number): ChatMessage => ({
  ...{ number, by, text: `message ${number}`, at: noon + minutes * minute, origin: null },
});

/** Each row in short: `[` begins a run, and `]` stands for the time of what was written in one minute. */
const drawn = (messages: readonly ChatMessage[], firstNew: number | null = null, count = 0) =>
  rowsOf(messages, firstNew, count).map((row) => {
    if (row.kind === 'day') return 'day';
    if (row.kind === 'new') return `${row.count} new`;
    return `${row.starts ? '[' : ''}${row.message.number}${row.timed ? ']' : ''}`;
  });

it('joins what one person writes within five minutes, and shows the time of each minute', () => {
  expect(drawn([said(1, 'host', 0), said(2, 'host', 0.9), said(3, 'host', 5), said(4, 'guest', 5)])).toEqual([
    ...['day', '[1', '2]', '3]', '[4]'],
  ]);
  expect(drawn([said(1, 'host', 0), said(2, 'host', 5.1)])).toEqual(['day', '[1]', '[2]']);
});

it('begins each day with a line, which also ends a run', () => {
  const midnight = 12 * 60;
  expect(drawn([said(1, 'host', midnight - 1), said(2, 'host', midnight)])).toEqual(['day', '[1]', 'day', '[2]']);
});

it('puts a line where reading stopped, which also ends a run', () => {
  const messages = [said(1, 'guest', 0), said(2, 'host', 1), said(3, 'host', 2), said(4, 'guest', 3)];
  expect(drawn(messages, 3, 1)).toEqual(['day', '[1]', '[2]', '1 new', '[3]', '[4]']);
  expect(drawn(messages)).toEqual(['day', '[1]', '[2]', '3]', '[4]']);
  expect(drawn([])).toEqual([]);
});
