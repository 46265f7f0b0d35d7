import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { openAsk, playing } from '../testing/samples.ts';
import { messageNews, tableNews } from './news.ts';

const all = { notify_turn: true, notify_guest: true, notify_letter: true, notify_result: true };
const none = { notify_turn: false, notify_guest: false, notify_letter: false, notify_result: false };
const tables = (...list: Table[]) => new Map(list.map((table) => [table.table_id, table]));
const kinds = (before: Table[], now: Table[], wanted = all, since = 1) =>
  tableNews(tables(...before), tables(...now), since, wanted).map(({ kind }) => kind);

it('reports a turn once, and never if an agent decides', () => {
  const waiting = playing();
  const ownTurn = playing({ ask: openAsk('turn 3') });
  expect(kinds([waiting], [ownTurn])).toEqual(['turn']);
  expect(kinds([ownTurn], [ownTurn])).toEqual([]);
  expect(kinds([ownTurn], [playing({ ask: openAsk('turn 5') })])).toEqual(['turn']);
  expect(kinds([waiting], [playing({ ask: openAsk('turn 3'), control_mode: 'autonomous' })])).toEqual([]);
  expect(kinds([waiting], [ownTurn], none)).toEqual([]);
});

it('reports a guest at an own table, and the end of a game', () => {
  const seated = playing({ role: 'host', started_at: 5 });
  expect(kinds([], [seated])).toEqual(['guest']);
  expect(kinds([], [playing({ started_at: 5 })])).toEqual([]);
  expect(kinds([seated], [playing({ role: 'host', phase: 'finished' })])).toEqual(['result']);
  expect(kinds([seated], [playing({ role: 'host', phase: 'failed' })])).toEqual(['result']);
  expect(kinds([], [playing({ role: 'host', phase: 'finished', started_at: 5 })])).toEqual([]);
  expect(kinds([seated], [playing({ phase: 'finished' })], none)).toEqual([]);
});

it('reports nothing that existed when the window opened', () => {
  expect(kinds([], [playing({ role: 'host', started_at: 5, ask: openAsk('turn 3') })], all, 6)).toEqual([]);
});

it('reports new unread messages, with the name only if it is verified', () => {
  const mail = (id: number, read_at: number | null, name: string | null = null) => ({
    id,
    read_at,
    writer: name === null ? null : { public_key: 'ab'.repeat(32), name, house: false },
  });
  expect(messageNews([mail(1, null)], [mail(2, null, 'tidewright'), mail(1, null)], all)).toMatchObject([
    { kind: 'letter', who: 'tidewright', path: '/inbox' },
  ]);
  expect(messageNews([], [mail(2, null)], all)).toMatchObject([{ who: null }]);
  expect(messageNews([], [mail(2, 7)], all)).toEqual([]);
  expect(messageNews([mail(2, null)], [mail(2, null)], all)).toEqual([]);
  expect(messageNews([], [mail(2, null)], none)).toEqual([]);
});

it('reports no turns of a chat, which has none', () => {
  const protocol = { ...playing().protocol, mode: 'free' };
  expect(kinds([playing({ protocol })], [playing({ protocol, ask: openAsk('free') })])).toEqual([]);
});
