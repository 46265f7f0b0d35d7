import { describe, expect, it } from 'vitest';
import type { Table } from '../bridge/contract.ts';
import { inboxNotices, tableNotices, warningNotice } from './notices.ts';

/** A snapshot with only the members that notices depend on. */
const tableOf = (changes: { [K in keyof Table]?: unknown } = {}): Table =>
  ({
    table_id: 't1',
    role: 'guest',
    control_mode: 'human',
    phase: 'playing',
    peer: { nickname: 'tidewright' },
    protocol: { mode: 'session_loop', name: 'Connect Four' },
    ask: null,
    talk: [],
    result: null,
    problem: null,
    ...changes,
  }) as Table;
const askOf = (key: string) => ({ key });
const turn = (key: string, changes = {}) => tableOf({ ask: askOf(key), ...changes });
const textsOf = (before: Table | null, now: Table) => tableNotices(before, now).map(({ text }) => text);
const about = { name: 'tidewright', game: 'Connect Four', path: '/tables/t1' };

describe('a table', () => {
  it('causes one notice per turn', () => {
    expect(textsOf(null, tableOf())).toEqual([]);
    expect(tableNotices(tableOf(), turn('turn:1'))).toEqual([{ text: 'turn', ...about, setting: 'notify_turn' }]);
    expect(textsOf(turn('turn:1'), turn('turn:1'))).toEqual([]);
    expect(textsOf(turn('turn:1'), tableOf())).toEqual([]);
    expect(textsOf(turn('turn:3'), turn('turn:5'))).toEqual(['turn']);
  });

  it('causes none for turns that the agent plays on its own', () => {
    expect(textsOf(tableOf(), turn('turn:1', { control_mode: 'autonomous' }))).toEqual([]);
    expect(textsOf(tableOf(), turn('turn:1', { control_mode: 'hybrid' }))).toEqual(['turn']);
  });

  it('causes one for each of the peer’s messages in a chat, which has no turns', () => {
    const chat = (...by: ('host' | 'guest')[]) =>
      turn('free', { protocol: { mode: 'free' }, talk: by.map((each, index) => ({ by: each, number: index + 1 })) });
    expect(textsOf(chat(), chat('guest'))).toEqual([]);
    expect(textsOf(chat('guest'), chat('guest', 'host'))).toEqual(['chat']);
    expect(textsOf(chat('guest', 'host'), chat('guest', 'host', 'guest'))).toEqual([]);
  });

  it('causes one when a guest has joined, without a second one for the first turn', () => {
    const joined = turn('turn:0', { role: 'host' });
    expect(tableNotices(null, joined)).toEqual([{ text: 'guest', ...about, setting: 'notify_guest' }]);
    expect(textsOf(joined, joined)).toEqual([]);
  });

  it('causes one when it ends, but not after the user’s resignation or if it was already over', () => {
    const end = (changes: object) => textsOf(tableOf(), tableOf(changes));
    for (const outcome of ['won', 'lost', 'drawn'] as const)
      expect(end({ phase: 'finished', result: { outcome } })).toEqual([outcome]);
    expect(end({ phase: 'finished', result: { outcome: 'none' } })).toEqual(['over']);
    expect(end({ phase: 'failed', problem: { code: 'peer_disconnected' } })).toEqual(['unfinished']);
    expect(end({ phase: 'failed', problem: { code: 'resigned' } })).toEqual([]);
    expect(end({ phase: 'failed', problem: { code: 'cancelled' } })).toEqual([]);
    const conceded = { by: 'guest', code: 'resigned' };
    expect(end({ phase: 'finished', result: { outcome: 'lost', conceded } })).toEqual([]);
    const won = tableOf({ phase: 'finished', result: { outcome: 'won' } });
    expect(textsOf(null, won)).toEqual([]);
    expect(textsOf(won, won)).toEqual([]);
  });

  it('causes one when a deadline is near', () => {
    expect(warningNotice(tableOf())).toEqual({ text: 'warning', ...about, setting: 'notify_turn' });
  });
});

describe('the inbox', () => {
  it('causes one for each message that arrives, with the name only if it is verified', () => {
    const writer = { public_key: 'ab'.repeat(32), name: 'tidewright', house: false };
    expect(inboxNotices([{ writer }, { writer: null }])).toMatchObject([
      { text: 'message', name: 'tidewright', game: '', path: '/inbox', setting: 'notify_letter' },
      { text: 'message_unsigned', name: '' },
    ]);
    expect(inboxNotices([])).toEqual([]);
  });
});
