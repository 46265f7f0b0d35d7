import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Lobby, Table } from '../../shared/bridge/contract.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { openTable, person, playing } from '../testing/samples.ts';
import { followTables, runningTables, type TablesById, withTable } from './table-feed.ts';

const ended = (number: number, changes: Partial<Table> = {}) =>
  playing({
    ...{ table_id: `t${number}`, phase: 'finished', started_at: number, peer: person(number, 'P', 1) },
    ...changes,
  });

/** A window over a main process that has `all` tables, newest first. */
function windowOn(all: Table[]) {
  let emit: (table: Table) => void = () => {};
  const calls: object[] = [];
  const bridge = {
    tables: {
      on: (_: string, listener: (table: Table) => void) => {
        emit = listener;
      },
      async list(args: { limit: number; cursor?: string; public_key?: string; protocol_id?: string }) {
        calls.push(args);
        const { limit, cursor, public_key, protocol_id } = args;
        const start = cursor === undefined ? 0 : Number(cursor);
        const matching = all.filter(
          ({ peer, protocol }) =>
            (public_key === undefined || peer.public_key === public_key) &&
            (protocol_id === undefined || protocol.protocol_id === protocol_id),
        );
        const end = start + limit;
        return { tables: matching.slice(start, end), next: end < matching.length ? String(end) : undefined };
      },
      get: async ({ table_id }: { table_id: string }) => all.find((table) => table.table_id === table_id)!,
    },
  } as unknown as BridgeClient;
  const tables = createStore<TablesById>(() => new Map());
  const lobby = createStore<Lobby>(() => ({ entries: [], status: 'live', complete: true, problem: null }));
  const feed = followTables(bridge, tables, lobby);
  return { feed, tables, lobby, calls, bridge, emit: (table: Table) => emit(table) };
}

const settle = () => new Promise((done) => setImmediate(done));
const thousands = Array.from({ length: 3000 }, (_, index) => ended(3000 - index));

it('holds every table in progress and the newest of the others, whatever their number', async () => {
  const running = Array.from({ length: 45 }, (_, index) => playing({ table_id: `r${index}`, started_at: index }));
  const { feed, tables } = windowOn([...running, ...thousands]);
  await feed.restart();
  expect(runningTables(tables.getState())).toHaveLength(45);
  expect(tables.getState().size).toBeLessThan(100);
  expect(tables.getState().has('t3000')).toBe(true);
});

it('does not grow with the tables that end while the window is open, and keeps those in progress', async () => {
  const { feed, tables, emit } = windowOn(thousands);
  await feed.restart();
  emit(playing({ table_id: 'mine', started_at: 1 }));
  for (let number = 0; number < 500; number += 1) emit(ended(4000 + number));
  expect(tables.getState().size).toBeLessThanOrEqual(101);
  expect(tables.getState().has('mine')).toBe(true);
  expect(tables.getState().has('t4499')).toBe(true);
});

it('loads an old table on request, and holds it', async () => {
  const { feed, tables, emit } = windowOn(thousands);
  await feed.restart();
  await feed.load('t7');
  expect(tables.getState().get('t7')?.started_at).toBe(7);
  for (let number = 0; number < 50; number += 1) emit(ended(4000 + number));
  expect(tables.getState().has('t7')).toBe(true);
});

it('finds the table that a challenge repeats among the old ones, and keeps it', async () => {
  const { feed, tables, lobby, calls, emit } = windowOn(thousands);
  await feed.restart();
  const old = thousands.at(-5)!;
  const entry = { ...openTable({ nickname: 'P', rating: 1, mode: 'human', game: 'x' }), host: old.peer, for_me: true };
  const entries = [{ ...entry, protocol_id: old.protocol.protocol_id }];
  lobby.setState({ entries });
  await settle();
  expect(tables.getState().has(old.table_id)).toBe(true);
  const before = calls.length;
  lobby.setState({ entries: [...entries] });
  await settle();
  expect(calls).toHaveLength(before);
  for (let number = 0; number < 300; number += 1) emit(ended(4000 + number));
  expect(tables.getState().has(old.table_id)).toBe(true);
});

it('never replaces a newer event by an older answer', async () => {
  const { feed, tables, bridge, emit } = windowOn([ended(1)]);
  let respond: (value: unknown) => void = () => {};
  Object.assign(bridge.tables, { list: () => new Promise((done) => (respond = done)) });
  const restarting = feed.restart();
  emit(ended(1, { afterwards: { score: 5, noted: false, declined: false, refused: false, seen: false } }));
  emit(ended(2));
  respond({ tables: [ended(1)] });
  await restarting;
  expect(tables.getState().get('t1')?.afterwards.score).toBe(5);
  expect(tables.getState().has('t2')).toBe(true);
});

it('ignores older snapshots of a table', () => {
  const tables = withTable(new Map(), playing({ seq: 5 }));
  expect(withTable(tables, playing({ seq: 4, phase: 'failed' }))).toBe(tables);
  expect([...withTable(tables, playing({ seq: 5, phase: 'failed' })).values()][0]?.phase).toBe('failed');
});
