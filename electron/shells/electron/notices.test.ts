import { describe, expect, it } from 'vitest';
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import { badgeOf, createAttention, staysOpen } from './notices.ts';
import { askOf, inboxMessageOf, inboxOf, messageOf, tableOf } from './testing/samples.ts';

const textsOf = (notices: { text: string }[]) => notices.map(({ text }) => text);

describe('notifies', () => {
  it('of a turn, once per turn', () => {
    const attention = createAttention();
    expect(textsOf(attention.onTable(tableOf()))).toEqual([]);
    expect(attention.onTable(tableOf({ ask: askOf('turn:1') }))).toEqual([
      { text: 'turn', name: 'tidewright', game: 'Connect Four', path: '/tables/t1', allowed: 'notify_turn' },
    ]);
    expect(textsOf(attention.onTable(tableOf({ ask: askOf('turn:1'), talk: [messageOf(1, 'guest')] })))).toEqual([]);
    expect(textsOf(attention.onTable(tableOf()))).toEqual([]);
    expect(textsOf(attention.onTable(tableOf({ ask: askOf('turn:3') })))).toEqual(['turn']);
    expect(textsOf(attention.onTable(tableOf({ ask: askOf('turn:5') })))).toEqual(['turn']);
  });

  it('of no turns played by the agent alone, and not because of an older snapshot', () => {
    const attention = createAttention();
    const older = tableOf({ control_mode: 'hybrid', ask: askOf('turn:1') });
    expect(textsOf(attention.onTable(tableOf({ control_mode: 'autonomous', ask: askOf('turn:1') })))).toEqual([]);
    expect(textsOf(attention.onTable(older))).toEqual([]);
  });

  it('of the peer’s messages in free chat', () => {
    const attention = createAttention();
    const talk = (...messages: ReturnType<typeof messageOf>[]) =>
      textsOf(attention.onTable(tableOf({ protocol: { mode: 'free' }, ask: askOf('free'), talk: messages })));
    expect(talk()).toEqual([]);
    expect(talk(messageOf(1, 'guest'))).toEqual([]);
    expect(talk(messageOf(1, 'guest'), messageOf(2, 'host'))).toEqual(['said']);
    expect(talk(messageOf(2, 'host'), messageOf(3, 'guest'))).toEqual([]);
    expect(attention.waiting.tables).toEqual([{ table_id: 't1', name: 'tidewright', yours: false }]);
  });

  it('of a joined guest, without a second notice for the first turn', () => {
    const attention = createAttention();
    const first = tableOf({ role: 'host', ask: askOf('turn:0') });
    expect(attention.onTable(first)).toEqual([
      { text: 'guest', name: 'tidewright', game: 'Connect Four', path: '/tables/t1', allowed: 'notify_guest' },
    ]);
    expect(textsOf(attention.onTable(tableOf({ role: 'host', ask: askOf('turn:0') })))).toEqual([]);
  });

  it('of the end of a game, except after own resignation or if it had ended before', () => {
    const end = (changes: object) => {
      const attention = createAttention();
      attention.onTable(tableOf());
      return textsOf(attention.onTable(tableOf(changes)));
    };
    for (const outcome of ['won', 'lost', 'drawn'] as const)
      expect(end({ phase: 'finished', result: { outcome } })).toEqual([outcome]);
    expect(end({ phase: 'finished', result: { outcome: 'none' } })).toEqual(['over']);
    expect(end({ phase: 'failed', problem: { code: 'peer_disconnected' } })).toEqual(['unfinished']);
    expect(end({ phase: 'failed', problem: { code: 'resigned' } })).toEqual([]);
    expect(end({ phase: 'failed', problem: { code: 'cancelled' } })).toEqual([]);
    const attention = createAttention();
    const over = { phase: 'finished', result: { outcome: 'won' } };
    expect(textsOf(attention.onTable(tableOf(over)))).toEqual([]);
    expect(textsOf(attention.onTable(tableOf(over)))).toEqual([]);
  });

  it('of new messages, and whether the sender is verified', () => {
    const attention = createAttention();
    expect(attention.onInbox(inboxOf(inboxMessageOf(1, 'basalt')))).toEqual([]);
    expect(attention.onInbox(inboxOf(inboxMessageOf(2, 'saltmarsh'), inboxMessageOf(1, 'basalt')))).toEqual([
      { text: 'letter', name: 'saltmarsh', game: '', path: '/inbox', allowed: 'notify_letter' },
    ]);
    expect(textsOf(attention.onInbox(inboxOf(inboxMessageOf(3, null), inboxMessageOf(2, 'saltmarsh', true))))).toEqual([
      'letter_unproved',
    ]);
    expect(attention.onInbox(inboxOf(inboxMessageOf(4, 'basalt', true)))).toEqual([]);
  });
});

it('counts turns and messages on the badge, and lists tables that wait for the user first', () => {
  const attention = createAttention();
  expect([badgeOf(attention.waiting, null), staysOpen(attention.waiting)]).toEqual([0, false]);
  attention.onTable(tableOf({ table_id: 'a' }));
  attention.onTable(tableOf({ table_id: 'b', ask: askOf('turn:1') }));
  attention.onTable(tableOf({ table_id: 'c', phase: 'finished' }));
  attention.onInbox(inboxOf(inboxMessageOf(1, null), inboxMessageOf(2, null, true)));
  expect(attention.waiting).toEqual({
    tables: [
      { table_id: 'b', name: 'tidewright', yours: true },
      { table_id: 'a', name: 'tidewright', yours: false },
    ],
    hosted: 0,
    letters: 1,
  });
  expect([badgeOf(attention.waiting, null), staysOpen(attention.waiting)]).toEqual([2, true]);
  expect([badgeOf(attention.waiting, '/tables/b'), badgeOf(attention.waiting, '/tables')]).toEqual([1, 2]);
  attention.onTable(tableOf({ table_id: 'a', phase: 'failed' }));
  attention.onTable(tableOf({ table_id: 'b', phase: 'failed' }));
  expect(staysOpen(attention.waiting)).toBe(false);
  attention.onHosting([{} as HostedTable]);
  expect(staysOpen(attention.waiting)).toBe(true);
});

it('warns once 30 s before a deadline, except when the agent plays', () => {
  const attention = createAttention();
  const timed = (deadline_at: number) => ({ ...askOf('turn:1'), plays_at: null, deadline_at, asked_at: 0 });
  expect(attention.nextWarningAt(1000)).toBeNull();
  attention.onTable(tableOf({ table_id: 'a', ask: timed(120_000) }));
  attention.onTable(tableOf({ table_id: 'b', ask: timed(90_000) }));
  attention.onTable(tableOf({ table_id: 'c', control_mode: 'hybrid', ask: { ...timed(60_000), plays_at: 50_000 } }));
  expect(attention.nextWarningAt(1000)).toBe(60_000);
  expect(attention.warningsAt(60_000)).toEqual([
    { text: 'warning', name: 'tidewright', game: 'Connect Four', path: '/tables/b', allowed: 'notify_turn' },
  ]);
  expect([attention.nextWarningAt(60_000), attention.warningsAt(80_000)]).toEqual([80_000, []]);
  attention.onTable(tableOf({ table_id: 'a' }));
  attention.onTable(tableOf({ table_id: 'b' }));
  expect(attention.nextWarningAt(60_000)).toBeNull();
});
