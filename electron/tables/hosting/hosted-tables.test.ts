import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { UnseatedReason } from '../../../shared/tables/refusals.ts';
import { createHostedTables } from './hosted-tables.ts';

const { reportMs } = budgets.handshake;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hostedTable: HostedTable = {
  ...{
    post_id: 'first',
    earlier_post_ids: [],
    protocol_id: 'ab'.repeat(32),
    protocol_name: 'Connect Four',
    family: null,
  },
  ...{ control_mode: 'human', options: {}, message: '', unrated: false, visibility: 'listed', for_public_key: null },
  ...{ posted_at: 0, expires_at: 0, renewed_until: null, rematch_of: null, client: null },
};

/** A waiting table, and the reasons that windows are told. */
function waitingTable() {
  const told: (UnseatedReason | undefined)[] = [];
  const tables = createHostedTables(({ hosted }) => told.push(...hosted.map(({ unseated }) => unseated?.reason)));
  tables.add(hostedTable, async () => null);
  told.length = 0;
  return { tables, told };
}

test('however many guests cannot be seated, windows are told of the first and then, at intervals, of the last', () => {
  const { tables, told } = waitingTable();
  for (let number = 0; number < 1_000; number += 1) {
    tables.report('first', { reason: number % 2 === 0 ? 'cancelled' : 'peer_timeout', nickname: `guest ${number}` });
  }
  expect(told).toEqual(['cancelled']);
  vi.advanceTimersByTime(reportMs - 1);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['cancelled', 'peer_timeout']);
  expect(tables.list()[0]!.unseated).toEqual({ reason: 'peer_timeout', nickname: 'guest 999' });
  vi.advanceTimersByTime(10 * reportMs);
  expect(told).toHaveLength(2);
});

test('a report follows its table to another id, and is dropped with it', () => {
  const { tables, told } = waitingTable();
  tables.report('first', { reason: 'cancelled', nickname: null });
  tables.report('first', { reason: 'peer_timeout', nickname: null });
  tables.replace('first', { post_id: 'second', expires_at: new Date(0).toISOString() });
  told.length = 0;
  vi.advanceTimersByTime(reportMs);
  expect(told).toEqual(['peer_timeout']);

  tables.report('second', { reason: 'cancelled', nickname: null });
  tables.remove('second');
  told.length = 0;
  vi.advanceTimersByTime(reportMs);
  expect(told).toEqual([]);
});

test('the person that a table is for arrives as long as one of its handshakes is under way, and nobody else does', () => {
  const tables = createHostedTables(() => {});
  const [guest, stranger] = ['aa'.repeat(32), 'bb'.repeat(32)];
  tables.add({ ...hostedTable, for_public_key: guest }, async () => null);
  const arriving = () => tables.list()[0]!.arriving ?? false;
  tables.beginArrival('first', stranger);
  expect(arriving()).toBe(false);
  const ends = [tables.beginArrival('first', guest), tables.beginArrival('first', guest)];
  expect(arriving()).toBe(true);
  tables.replace('first', { post_id: 'second', expires_at: new Date(0).toISOString() });
  ends[0]!();
  expect(arriving()).toBe(true);
  ends[1]!();
  expect(arriving()).toBe(false);

  tables.add(hostedTable, async () => null);
  tables.beginArrival('first', guest);
  expect(tables.list().find(({ post_id }) => post_id === 'first')!.arriving).toBeUndefined();
});
