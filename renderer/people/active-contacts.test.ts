import { expect, it } from 'vitest';
import type { LobbyEntry, Table } from '../../shared/bridge/contract.ts';
import { openQuestionSchema } from '../../shared/bridge/tables.ts';
import { exampleOf } from '../testing/example.ts';
import { openTable, person, playing } from '../testing/samples.ts';
import { activeContacts, countWaiting } from './active-contacts.ts';

const table = (nickname: string, changes: Partial<LobbyEntry> = {}): LobbyEntry => ({
  ...openTable({ nickname, rating: 1200, mode: 'human', game: 'Reversi' }),
  ...changes,
});
const contactsOf = (...people: { public_key: string; name?: string; blocked?: boolean }[]) =>
  new Map(people.map(({ public_key, name = '', blocked = false }) => [public_key, { public_key, name, blocked }]));
const never = () => false;
const seen = (
  contacts: ReturnType<typeof contactsOf>,
  entries: LobbyEntry[],
  tables: Table[] = [],
  isDeclined: (post_id: string) => boolean = never,
) => activeContacts(contacts, entries, tables, isDeclined).map(({ name, doing }) => `${name} ${doing.kind}`);

const reversi = table('tidewright');
const { host } = reversi;

it('are the contacts at open tables, under the name that the user gave them', () => {
  const stranger = table('basalt');
  expect(seen(contactsOf(host), [reversi, stranger])).toEqual(['tidewright waits']);
  expect(seen(contactsOf({ ...host, name: 'Tide' }), [reversi])).toEqual(['Tide waits']);
  expect(seen(contactsOf({ ...host, blocked: true }), [reversi])).toEqual([]);
  expect(seen(contactsOf(host), [{ ...reversi, own: true }])).toEqual([]);
});

it('are once each: challenged, then playing, then waiting', () => {
  const challenge = { ...table('tidewright', { for_me: true }), host };
  const game = playing({ peer: host });
  const waiter = table('basalt');
  const player = person(77, 'quietmoth', 1200);
  const contacts = contactsOf(waiter.host, player, host);
  const tables = [game, playing({ peer: player }), playing({ peer: waiter.host, phase: 'finished' })];
  expect(seen(contacts, [reversi, challenge, waiter], tables)).toEqual([
    'tidewright challenges',
    'quietmoth plays',
    'basalt waits',
  ]);
  expect(seen(contacts, [reversi], tables)).toEqual(['quietmoth plays', 'tidewright plays']);
  // A challenge that was declined is over, though its table may still be listed.
  expect(seen(contactsOf(host), [reversi, challenge], [], (id) => id === challenge.post_id)).toEqual([
    'tidewright waits',
  ]);
});

it('show what needs the user first: a move, then an answer, and a game before a conversation', () => {
  const ask = exampleOf(openQuestionSchema) as Table['ask'];
  const protocol = (name: string, mode: string) => ({ ...playing().protocol, name, mode });
  const mine = playing({
    table_id: 'mine',
    order: 1,
    peer: host,
    ask,
    protocol: protocol('Weak Wins', 'session_loop'),
  });
  const theirs = { ...mine, table_id: 'theirs', order: 2, ask: null };
  const chat = playing({ table_id: 'chat', order: 3, peer: host, ask, protocol: protocol('Chat', 'free') });
  const challenge = { ...table('tidewright', { for_me: true }), host };
  const doing = (entries: LobbyEntry[], tables: Table[]) => {
    const [found] = activeContacts(contactsOf(host), entries, tables, never);
    return found && ('table' in found.doing ? `${found.doing.kind} ${found.doing.table.table_id}` : found.doing.kind);
  };
  for (const tables of [
    [chat, theirs, mine],
    [mine, theirs, chat],
  ])
    expect(doing([challenge], tables)).toBe('asks mine');
  expect(doing([challenge], [chat, theirs])).toBe('challenges');
  expect(doing([], [theirs, chat])).toBe('plays theirs');
  expect(doing([], [chat])).toBe('plays chat');
});

it('show the newest table that can be joined', () => {
  const refusal = { code: 'hooks_missing', message: '' } as const;
  const of = (post_id: string, created_at: number, changes: Partial<LobbyEntry> = {}) =>
    table('tidewright', { host, post_id, created_at, ...changes });
  const shown = (...entries: LobbyEntry[]) => {
    const [found] = activeContacts(contactsOf(host), entries, [], never);
    return found?.doing.kind === 'waits' && found.doing.entry.post_id;
  };
  expect(shown(of('old', 1), of('new', 2))).toBe('new');
  expect(shown(of('new', 2), of('old', 1))).toBe('new');
  expect(shown(of('old', 1), of('unplayable', 2, { refusal }))).toBe('old');
  expect(shown(of('unplayable', 2, { refusal }), of('old', 1))).toBe('old');
});

it('count as waiting if they have an open table, also while they play with the user', () => {
  const player = person(77, 'quietmoth', 1200);
  const active = activeContacts(contactsOf(host, player), [reversi], [playing({ peer: player })], never);
  expect(active).toHaveLength(2);
  expect(countWaiting(active)).toBe(1);
  const both = activeContacts(contactsOf(host), [reversi], [playing({ peer: host })], never);
  expect(both).toMatchObject([{ doing: { kind: 'plays' } }]);
  expect(countWaiting(both)).toBe(1);
});
