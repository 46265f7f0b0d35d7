import { describe, expect, it } from 'vitest';
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import { badgeCount, createAttention, staysOpen } from './attention.ts';
import { askOf, inboxChangeOf, noticesOf, tableOf } from './testing/samples.ts';

const newAttention = () =>
  createAttention(
    () => 0,
    () => true,
  );
const textsOf = (notices: { text: string }[]) => notices.map(({ text }) => text);

describe('notifies', () => {
  it('of changes to a table, ignoring older snapshots', () => {
    const attention = newAttention();
    const older = tableOf({ ask: askOf('turn:1') });
    expect(attention.onTable(tableOf())).toEqual([]);
    expect(attention.onTable(older)).toEqual([]);
    expect(textsOf(attention.onTable(tableOf({ ask: askOf('turn:1') })))).toEqual(['turn']);
    expect(attention.pending.tables).toEqual([{ table_id: 't1', name: 'tidewright', isYourTurn: true }]);
  });

  it('of each message that arrives', () => {
    const attention = newAttention();
    expect(attention.onNotices(noticesOf(1, 'basalt'))).toEqual([]);
    expect(textsOf(attention.onNotices(noticesOf(2, 'saltmarsh')))).toEqual(['message']);
    expect(attention.onNotices(noticesOf(2, 'saltmarsh'))).toEqual([]);
    expect(textsOf(attention.onNotices(noticesOf(3, null)))).toEqual(['message_unsigned']);
  });
});

it('counts turns and messages on the badge, and lists tables that wait for the user first', () => {
  const attention = newAttention();
  expect([badgeCount(attention.pending, null), staysOpen(attention.pending)]).toEqual([0, false]);
  attention.onTable(tableOf({ table_id: 'a' }));
  attention.onTable(tableOf({ table_id: 'b', ask: askOf('turn:1') }));
  attention.onTable(tableOf({ table_id: 'c', phase: 'finished' }));
  attention.onInbox(inboxChangeOf(1));
  expect(attention.pending).toEqual({
    tables: [
      { table_id: 'b', name: 'tidewright', isYourTurn: true },
      { table_id: 'a', name: 'tidewright', isYourTurn: false },
    ],
    invitations: 0,
    messages: 1,
  });
  expect([badgeCount(attention.pending, null), staysOpen(attention.pending)]).toEqual([2, true]);
  expect([badgeCount(attention.pending, '/tables/b'), badgeCount(attention.pending, '/tables')]).toEqual([1, 2]);
  attention.onTable(tableOf({ table_id: 'a', phase: 'failed' }));
  attention.onTable(tableOf({ table_id: 'b', phase: 'failed' }));
  expect(staysOpen(attention.pending)).toBe(false);
  attention.onHosting({ hosted: [{ post_id: 'p' } as HostedTable], gone: [] });
  expect(staysOpen(attention.pending)).toBe(true);
});

it('warns once 30 s before a deadline, except when the agent plays', () => {
  const attention = newAttention();
  const timed = (deadline_at: number) => ({ ...askOf('turn:1'), plays_at: null, deadline_at, asked_at: 0 });
  expect(attention.nextAt(1000)).toBeNull();
  attention.onTable(tableOf({ table_id: 'a', ask: timed(120_000) }));
  attention.onTable(tableOf({ table_id: 'b', ask: timed(90_000) }));
  attention.onTable(tableOf({ table_id: 'c', control_mode: 'hybrid', ask: { ...timed(60_000), plays_at: 50_000 } }));
  expect(attention.nextAt(1000)).toBe(60_000);
  expect(attention.newNotices(59_000)).toEqual([]);
  expect(attention.newNotices(60_000)).toEqual([
    {
      ...{ id: 'turn b', text: 'warning', name: 'tidewright', game: 'Connect Four', count: 1 },
      ...{ path: '/tables/b', setting: 'notify_turn' },
    },
  ]);
  expect([attention.nextAt(60_000), attention.newNotices(80_000)]).toEqual([80_000, []]);
  attention.onTable(tableOf({ table_id: 'a' }));
  attention.onTable(tableOf({ table_id: 'b' }));
  expect(attention.nextAt(60_000)).toBeNull();
});
