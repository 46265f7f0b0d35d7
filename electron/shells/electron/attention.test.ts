import { describe, expect, it } from 'vitest';
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import { badgeOf, createAttention, staysOpen } from './attention.ts';
import { askOf, inboxOf, letterOf, saidOf, tableOf } from './testing/samples.ts';

const words = (notices: { words: string }[]) => notices.map((notice) => notice.words);

describe('a person who looks elsewhere is told', () => {
  it('that a table waits for their move, once for each', () => {
    const attention = createAttention();
    expect(words(attention.onTable(tableOf()))).toEqual([]);
    expect(attention.onTable(tableOf({ ask: askOf('turn:1') }))).toEqual([
      { words: 'turn', name: 'tidewright', path: '/tables/t1', allowed: 'notify_turn' },
    ]);
    expect(words(attention.onTable(tableOf({ ask: askOf('turn:1'), talk: [saidOf(1, 'guest')] })))).toEqual([]);
    expect(words(attention.onTable(tableOf()))).toEqual([]);
    expect(words(attention.onTable(tableOf({ ask: askOf('turn:3') })))).toEqual(['turn']);
    expect(words(attention.onTable(tableOf({ ask: askOf('turn:5') })))).toEqual(['turn']);
  });

  it('nothing of moves that only the agent makes, and nothing by an older snapshot', () => {
    const attention = createAttention();
    const older = tableOf({ control_mode: 'hybrid', ask: askOf('turn:1') });
    expect(words(attention.onTable(tableOf({ control_mode: 'autonomous', ask: askOf('turn:1') })))).toEqual([]);
    expect(words(attention.onTable(older))).toEqual([]);
  });

  it('in a talk of words alone', () => {
    const attention = createAttention();
    const talk = (...said: ReturnType<typeof saidOf>[]) =>
      words(attention.onTable(tableOf({ protocol: { mode: 'free' }, ask: askOf('free'), talk: said })));
    expect(talk()).toEqual([]);
    expect(talk(saidOf(1, 'guest'))).toEqual([]);
    expect(talk(saidOf(1, 'guest'), saidOf(2, 'host'))).toEqual(['said']);
    expect(talk(saidOf(2, 'host'), saidOf(3, 'guest'))).toEqual([]);
    expect(attention.waiting.tables).toEqual([{ table_id: 't1', name: 'tidewright', yours: false }]);
  });

  it('that a guest sat down, and no second time that it is their move', () => {
    const attention = createAttention();
    const first = tableOf({ role: 'host', ask: askOf('turn:0') });
    expect(attention.onTable(first)).toEqual([
      { words: 'guest', name: 'tidewright', path: '/tables/t1', allowed: 'notify_guest' },
    ]);
    expect(words(attention.onTable(tableOf({ role: 'host', ask: askOf('turn:0') })))).toEqual([]);
  });

  it('how a game ended, but not of their own leaving and not of what ended before', () => {
    const end = (changes: object) => {
      const attention = createAttention();
      attention.onTable(tableOf());
      return words(attention.onTable(tableOf(changes)));
    };
    for (const outcome of ['won', 'lost', 'drawn'] as const)
      expect(end({ phase: 'finished', result: { outcome } })).toEqual([outcome]);
    expect(end({ phase: 'finished', result: { outcome: 'none' } })).toEqual(['over']);
    expect(end({ phase: 'failed', problem: { code: 'peer_disconnected' } })).toEqual(['unfinished']);
    expect(end({ phase: 'failed', problem: { code: 'resigned' } })).toEqual([]);
    expect(end({ phase: 'failed', problem: { code: 'cancelled' } })).toEqual([]);
    const attention = createAttention();
    const over = { phase: 'finished', result: { outcome: 'won' } };
    expect(words(attention.onTable(tableOf(over)))).toEqual([]);
    expect(words(attention.onTable(tableOf(over)))).toEqual([]);
  });

  it('of letters that came since, and whether their author is proved', () => {
    const attention = createAttention();
    expect(attention.onInbox(inboxOf(letterOf(1, 'basalt')))).toEqual([]);
    expect(attention.onInbox(inboxOf(letterOf(2, 'saltmarsh'), letterOf(1, 'basalt')))).toEqual([
      { words: 'letter', name: 'saltmarsh', path: '/inbox', allowed: 'notify_letter' },
    ]);
    expect(words(attention.onInbox(inboxOf(letterOf(3, null), letterOf(2, 'saltmarsh', true))))).toEqual([
      'letter_unproved',
    ]);
    expect(attention.onInbox(inboxOf(letterOf(4, 'basalt', true)))).toEqual([]);
  });
});

it('what waits is counted: moves and letters on the badge, tables first that wait for the person', () => {
  const attention = createAttention();
  expect([badgeOf(attention.waiting), staysOpen(attention.waiting)]).toEqual([0, false]);
  attention.onTable(tableOf({ table_id: 'a' }));
  attention.onTable(tableOf({ table_id: 'b', ask: askOf('turn:1') }));
  attention.onTable(tableOf({ table_id: 'c', phase: 'finished' }));
  attention.onInbox(inboxOf(letterOf(1, null), letterOf(2, null, true)));
  expect(attention.waiting).toEqual({
    tables: [
      { table_id: 'b', name: 'tidewright', yours: true },
      { table_id: 'a', name: 'tidewright', yours: false },
    ],
    hosted: 0,
    letters: 1,
  });
  expect([badgeOf(attention.waiting), staysOpen(attention.waiting)]).toEqual([2, true]);
  attention.onTable(tableOf({ table_id: 'a', phase: 'failed' }));
  attention.onTable(tableOf({ table_id: 'b', phase: 'failed' }));
  expect(staysOpen(attention.waiting)).toBe(false);
  attention.onHosting([{} as HostedTable]);
  expect(staysOpen(attention.waiting)).toBe(true);
});
