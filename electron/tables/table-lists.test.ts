import { expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { pageMaxCharacters } from '../../shared/bridge/pages.ts';
import { rowOf } from '../../shared/tables/table-rows.ts';
import { newTableSnapshot } from './live-table.ts';
import { createTableLists } from './table-lists.ts';
import { personNumber } from './testing/finished-tables.ts';

function table(number: number, changes: Partial<Table> = {}): Table {
  const snapshot = newTableSnapshot({
    ...{ table_id: `t${number}`, post_id: `p${number}`, role: 'guest', control_mode: 'human' },
    ...{ me: personNumber(-1), settings: {}, rematch_of: null, order: number },
  });
  return { ...snapshot, phase: 'finished', peer: personNumber(number), started_at: 0, ...changes };
}

function listsOf(tables: Table[], live: Table[] = []) {
  const byId = new Map([...tables, ...live].map((each) => [each.table_id, each]));
  return createTableLists({
    live: () => live,
    past: () => tables.map(rowOf),
    unreadableCount: 0,
    read: async (table_id) => byId.get(table_id)!,
  });
}

async function readAll(lists: ReturnType<typeof listsOf>, args: Parameters<typeof lists.list>[0] = {}) {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await lists.list({ ...args, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page.tables.map(({ table_id }) => table_id));
    if (page.next === undefined) return pages;
    cursor = page.next;
  }
}

const ended = Array.from({ length: 25 }, (_, number) => table(number));

test('pages contain every table once, newest first', async () => {
  const pages = await readAll(listsOf(ended), { limit: 10 });
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(pages.flat()).toEqual(ended.map(({ table_id }) => table_id).reverse());
});

test('tables of the same order are neither lost nor repeated', async () => {
  const pages = await readAll(listsOf(ended.map((each) => ({ ...each, order: 7 }))), { limit: 4 });
  expect(new Set(pages.flat()).size).toBe(25);
  expect(pages.flat()).toHaveLength(25);
});

test('the first page has every table in progress, however old it is', async () => {
  const running = [table(-5, { phase: 'playing' }), table(100, { phase: 'joining' })];
  const [first, ...others] = await readAll(listsOf(ended, running), { limit: 3 });
  expect(first).toEqual(['t100', 't24', 't-5']);
  expect(others.flat()).not.toContain('t-5');
});

test('a page ends at a megabyte, and the next one continues', async () => {
  const large = ended.map((each) => ({ ...each, view: 'x'.repeat(pageMaxCharacters / 4) }));
  const pages = await readAll(listsOf(large), { limit: 100 });
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
  const running = large.map((each) => ({ ...each, phase: 'playing' as const }));
  expect((await readAll(listsOf([], running), { limit: 100 })).flat()).toHaveLength(25);
});

test('a table that ends between two pages is not lost', async () => {
  const live = [table(50, { phase: 'playing' })];
  const lists = listsOf(ended, live);
  const first = await lists.list({ limit: 2 });
  live[0] = { ...live[0]!, phase: 'finished' };
  const rest = await lists.list({ limit: 100, cursor: first.next! });
  expect([...first.tables, ...rest.tables]).toHaveLength(26);
});

test('a cursor of another list is refused', async () => {
  await expect(listsOf(ended).list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a table that cannot be read does not hide the others', async () => {
  const lists = createTableLists({
    live: () => [],
    past: () => ended.map(rowOf),
    unreadableCount: 2,
    read: async (table_id) => (table_id === 't3' ? Promise.reject(new Error('gone')) : table(0, { table_id })),
  });
  expect((await lists.list({ limit: 100 })).tables).toHaveLength(24);
  expect(lists.rows({}).unreadable).toBe(2);
});

test('windows of rows know how many there are', () => {
  const lists = listsOf(ended, [table(90, { phase: 'playing' })]);
  const window = lists.rows({ from: 20, limit: 3 });
  expect(window.rows.map(({ table_id }) => table_id)).toEqual(['t4', 't3', 't2']);
  expect(window).toMatchObject({ total: 25, all: 26 });
  expect(lists.rows({ from: 25 })).toMatchObject({ rows: [], total: 25 });
});

test('filters by end, game, opponent and text', () => {
  const result = (outcome: 'won' | 'lost' | 'none') => ({ outcome }) as Table['result'];
  const tables = [
    table(1, { result: result('won') }),
    table(2, { result: result('lost'), peer: { ...personNumber(2), nickname: 'Café Noir' } }),
    table(3, { result: result('none'), protocol: { protocol_id: 'c', name: 'Chat', mode: 'free', family: null } }),
    table(4, { phase: 'failed' }),
  ];
  const found = (filter: Parameters<ReturnType<typeof listsOf>['rows']>[0]) =>
    listsOf(tables)
      .rows(filter)
      .rows.map(({ table_id }) => table_id);
  expect(found({})).toEqual(['t4', 't3', 't2', 't1']);
  expect(found({ end: 'won' })).toEqual(['t1']);
  expect(found({ end: 'unfinished' })).toEqual(['t4']);
  expect(found({ protocol_id: 'c' })).toEqual(['t3']);
  expect(found({ public_key: personNumber(4).public_key })).toEqual(['t4']);
  expect(found({ text: ' CAFE ' })).toEqual(['t2']);
  expect(found({ text: 'chat' })).toEqual(['t3']);
  expect(found({ played: true })).toEqual(['t2', 't1']);
  expect(found({ text: personNumber(1).public_key.slice(0, 10) })).toEqual(['t1']);
  expect(found({ text: 'cafe', end: 'won' })).toEqual([]);
});

test('filters by the time of the end', () => {
  const tables = [table(1, { started_at: 10, ended_at: 20 }), table(2, { started_at: 20, ended_at: 30 })];
  const found = (filter: object) =>
    listsOf(tables)
      .rows(filter)
      .rows.map(({ table_id }) => table_id);
  expect(found({ since: 20 })).toEqual(['t2', 't1']);
  expect(found({ since: 21 })).toEqual(['t2']);
  expect(found({ until: 30 })).toEqual(['t1']);
  expect(found({ since: 20, until: 20 })).toEqual([]);
});

test('rows have the first moves that somebody decided', () => {
  const move = (number: number, text: string, automatic = false) =>
    ({ number, by: number % 2 ? 'guest' : 'host', text, at: 0, origin: null, automatic, reason: null }) as const;
  const moves = [move(1, 'h8'), move(2, 'pass', true), move(3, 'i9'), move(4, 'j9'), move(5, 'k9'), move(6, 'l9')];
  const openingOf = (each: Table) => rowOf(each).opening?.map(({ text }) => text);
  expect(openingOf(table(1, { moves }))).toEqual(['h8', 'i9', 'j9', 'k9']);
  // Only the newest moves of a very long game are stored.
  expect(openingOf(table(1, { moves: moves.slice(1) }))).toEqual([]);
});
