import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { openAsk, playing } from '../testing/samples.ts';
import { newsOfLetters, newsOfTables } from './news.ts';

const all = { notify_turn: true, notify_guest: true, notify_letter: true, notify_result: true };
const none = { notify_turn: false, notify_guest: false, notify_letter: false, notify_result: false };
const tables = (...list: Table[]) => new Map(list.map((table) => [table.table_id, table]));
const kinds = (before: Table[], now: Table[], wanted = all, since = 1) =>
  newsOfTables(tables(...before), tables(...now), since, wanted).map(({ kind }) => kind);

it('tells of a turn once, and never where an agent decides', () => {
  const waiting = playing();
  const asked = playing({ ask: openAsk('turn 3') });
  expect(kinds([waiting], [asked])).toEqual(['turn']);
  expect(kinds([asked], [asked])).toEqual([]);
  expect(kinds([asked], [playing({ ask: openAsk('turn 5') })])).toEqual(['turn']);
  expect(kinds([waiting], [playing({ ask: openAsk('turn 3'), control_mode: 'autonomous' })])).toEqual([]);
  expect(kinds([waiting], [asked], none)).toEqual([]);
});

it('tells of a guest at an own table, and of the end of a game', () => {
  const seated = playing({ role: 'host', started_at: 5 });
  expect(kinds([], [seated])).toEqual(['guest']);
  expect(kinds([], [playing({ started_at: 5 })])).toEqual([]);
  expect(kinds([seated], [playing({ role: 'host', phase: 'finished' })])).toEqual(['result']);
  expect(kinds([seated], [playing({ role: 'host', phase: 'failed' })])).toEqual(['result']);
  expect(kinds([], [playing({ role: 'host', phase: 'finished', started_at: 5 })])).toEqual([]);
  expect(kinds([seated], [playing({ phase: 'finished' })], none)).toEqual([]);
});

it('finds no news in what was there when the window opened', () => {
  expect(kinds([], [playing({ role: 'host', started_at: 5, ask: openAsk('turn 3') })], all, 6)).toEqual([]);
});

it('tells of letters that came unread, by name only where it is proved', () => {
  const mail = (id: number, read_at: number | null, name: string | null = null) => ({
    id,
    read_at,
    writer: name === null ? null : { public_key: 'ab'.repeat(32), name, house: false },
  });
  expect(newsOfLetters([mail(1, null)], [mail(2, null, 'tidewright'), mail(1, null)], all)).toMatchObject([
    { kind: 'letter', who: 'tidewright', path: '/inbox' },
  ]);
  expect(newsOfLetters([], [mail(2, null)], all)).toMatchObject([{ who: null }]);
  expect(newsOfLetters([], [mail(2, 7)], all)).toEqual([]);
  expect(newsOfLetters([mail(2, null)], [mail(2, null)], all)).toEqual([]);
  expect(newsOfLetters([], [mail(2, null)], none)).toEqual([]);
});
