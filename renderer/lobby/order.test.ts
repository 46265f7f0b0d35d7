import { describe, expect, it } from 'vitest';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { dayNumber, houseTables } from '../core/house-tables.ts';
import { lobbyChecks, openTable } from '../testing/samples.ts';
import { countSections, findSuggestedTable, groupRows, type LobbyItem, sectionStarts, sortEntries } from './order.ts';

const gain = { win: 16, draw: 8, loss: 4 };
const nothing = { win: 0, draw: 0, loss: 0 };
const table = (nickname: string, changes: Partial<LobbyEntry> = {}): LobbyEntry => ({
  ...openTable({ nickname, rating: 1200, mode: 'autonomous', game: 'Connect Four', gain }),
  ...changes,
});
const house = (
  nickname: string,
  strength: 'easy' | 'steady' | 'sharp' | null,
  place: number,
  changes = {},
  game = 0,
) => {
  const entry = table(nickname, { house: { strength, place, game, games: 3 }, ...changes });
  return { ...entry, host: { ...entry.host, house: true } };
};
const names = (entries: readonly LobbyEntry[]) => entries.map(({ host }) => host.nickname);
const agents = (count: number) => Array.from({ length: count }, (_, i) => table(`agent ${i}`, { created_at: i }));
const tablesOf = (host: LobbyEntry, count: number) =>
  Array.from({ length: count }, (_, i) => table(host.host.nickname, { host: host.host, created_at: i }));
const rowsOf = (entries: readonly LobbyEntry[]) => entries.map((entry) => ({ entry, isClosed: false }));
/** No house table is featured, and the first game comes first. */
const unfeatured = { featured: new Set<string>(), day: 3 };
const none: ReadonlySet<string> = new Set();
const shown = (items: LobbyItem[]) =>
  items.map((item) =>
    item.kind === 'table'
      ? `${item.nested ? '  ' : ''}${item.entry.host.nickname}`
      : `${item.id.slice(0, 5)} x ${item.entries.length}`,
  );

const withoutBoard = lobbyChecks().map((check) =>
  check.id === 'board' ? { ...check, state: 'not_needed' as const } : check,
);
const housePlayers = [
  house('Vesper', 'sharp', 4),
  house('Sorrel', null, 6, { gain: null }),
  house('Plain', 'easy', 0, { checks: withoutBoard }),
  house('Rook End', 'easy', 3),
  house('Wick', 'easy', 1),
  house('Marlow', 'steady', 2),
];

describe('the order of tables', () => {
  it('suggests the house’s easiest player at a game with a board, and lists it first', () => {
    expect(findSuggestedTable(housePlayers)?.host.nickname).toBe('Wick');
    expect(findSuggestedTable(agents(3))).toBeNull();
    const refused = { code: 'binding_invalid', message: '' } as const;
    expect(findSuggestedTable([house('Wick', 'easy', 1, { refusal: refused })])).toBeNull();
    expect(names(sortEntries([...agents(2), ...housePlayers], findSuggestedTable(housePlayers), unfeatured))).toEqual([
      'Wick',
      'agent 1',
      'agent 0',
      ...['Plain', 'Rook End', 'Marlow', 'Vesper', 'Sorrel'],
    ]);
  });

  it('puts other hosts before the house, rated tables before unrated, and the newest first', () => {
    const others = [
      table('old', { created_at: 1 }),
      table('capped', { gain: nothing, created_at: 9 }),
      table('refused', { refusal: { code: 'binding_invalid', message: '' }, created_at: 9 }),
      table('unrated', { gain: null, created_at: 9 }),
      table('new', { created_at: 2 }),
      table('mine', { for_me: true, gain: null, created_at: 0 }),
    ];
    const capped = house('Wick', 'easy', 1, { gain: nothing });
    expect(names(sortEntries([...others, capped, house('Marlow', 'steady', 2)], null, unfeatured))).toEqual([
      'mine',
      'new',
      'old',
      'unrated',
      'capped',
      'refused',
      'Marlow',
      'Wick',
    ]);
  });

  it('puts people before agents, also when their tables give no points', () => {
    const others = [
      table('agent'),
      table('capped agent', { gain: nothing }),
      table('refused', { host_control_mode: 'human', refusal: { code: 'binding_invalid', message: '' } }),
      table('capped', { host_control_mode: 'human', gain: nothing }),
      table('unrated', { host_control_mode: 'human', gain: null }),
      table('person', { host_control_mode: 'hybrid' }),
    ];
    expect(names(sortEntries(others, null, unfeatured))).toEqual([
      ...['person', 'unrated', 'capped', 'agent', 'capped agent', 'refused'],
    ]);
  });

  it('puts the house first among many other hosts', () => {
    const order = names(sortEntries([...agents(13), ...housePlayers], null, unfeatured));
    expect(order.slice(0, 2)).toEqual(['Plain', 'Wick']);
    expect(order.indexOf('agent 12')).toBe(housePlayers.length);
  });
});

describe('the list by game', () => {
  const view = { view: 'game', ownRating: 1200, contacts: none } as const;

  it('puts people near the rating first, then others, agents, tables without points, and refused ones', () => {
    const at = (nickname: string, rating: number, changes: Partial<LobbyEntry> = {}) =>
      table(nickname, { ...changes, host: { ...table(nickname).host, rating } });
    const entries = [
      at('refused', 1200, { host_control_mode: 'human', refusal: { code: 'hooks_missing', message: '' } }),
      at('capped', 1200, { host_control_mode: 'human', gain: nothing, created_at: 2 }),
      at('unrated', 1200, { host_control_mode: 'human', gain: null, created_at: 1 }),
      at('agent', 1200),
      at('far', 1400, { host_control_mode: 'hybrid' }),
      at('near', 1290, { host_control_mode: 'human' }),
    ];
    expect(names(sortEntries([...housePlayers, ...entries], null, unfeatured, view)).slice(0, 7)).toEqual([
      ...['near', 'far', 'agent', 'capped', 'unrated', 'refused', 'Plain'],
    ]);
  });

  it('has a section for people and agents, and one for the house', () => {
    const wick = housePlayers[4]!;
    const startsOf = (entries: LobbyEntry[], suggestedId: string | null) => [
      ...sectionStarts(
        groupRows(
          rowsOf(sortEntries(entries, suggestedId ? wick : null, unfeatured, view)),
          suggestedId,
          none,
          new Map(),
        ),
        suggestedId,
      ),
    ];
    expect(startsOf([...agents(2), ...housePlayers], null)).toEqual([
      [0, 'others'],
      [2, 'house'],
    ]);
    expect(startsOf([...agents(2), ...housePlayers], wick.post_id)).toEqual([
      [1, 'others'],
      [3, 'house'],
    ]);
    expect(startsOf(housePlayers, wick.post_id)).toEqual([[0, 'house']]);
    expect(startsOf([], null)).toEqual([]);
  });

  it('lists contacts first, under a heading of their own, also before a house that is listed early', () => {
    const strangers = agents(14);
    const friend = table('tidewright', { gain: null });
    const refused = { code: 'binding_invalid', message: '' } as const;
    const broken = table('quietmoth', { refusal: refused, created_at: 99 });
    const contacts = new Set([friend, broken].map(({ host }) => host.public_key));
    for (const shownView of ['game', 'person'] as const) {
      const context = { ...view, view: shownView, contacts };
      const entries = sortEntries([...strangers, ...housePlayers, broken, friend], null, unfeatured, context);
      expect(names(entries).slice(0, 3)).toEqual(['tidewright', 'quietmoth', 'Plain']);
    }
    const entries = sortEntries([...agents(1), friend, ...housePlayers], null, unfeatured, { ...view, contacts });
    const items = groupRows(rowsOf(entries), null, none, new Map());
    expect([...sectionStarts(items, null, contacts)]).toEqual([
      [0, 'contacts'],
      [1, 'others'],
      [2, 'house'],
    ]);
    const open = new Map([['house', true]]);
    for (const listed of [items, groupRows(rowsOf([...entries, table('mine', { for_me: true })]), null, none, open)])
      expect(countSections(listed, contacts)).toEqual({ contacts: 1, others: 1, house: housePlayers.length });
  });
});

describe('a house with many tables', () => {
  const games = ['Reversi', 'Gomoku', 'Battleship'];
  const strengths = ['easy', 'steady', 'sharp'] as const;
  const players = games.flatMap((name, game) =>
    strengths.map((strength, level) =>
      house(`${name} ${strength}`, strength, game * 3 + level, { protocol_id: name, protocol_name: name }, game),
    ),
  );
  const rows = (entries: LobbyEntry[], day: number, strength: (typeof strengths)[number] = 'steady') => {
    const featured = new Set([...houseTables(entries, strength).values()].map(({ post_id }) => post_id));
    return shown(groupRows(rowsOf(sortEntries(entries, null, { featured, day })), null, featured, new Map()));
  };

  it('lists one per game at the chosen strength, and the others in a group below all other hosts', () => {
    expect(rows([...players, ...agents(2)], 3)).toEqual([
      ...['agent 1', 'agent 0'],
      ...['Reversi steady', 'Gomoku steady', 'Battleship steady', 'house x 6'],
    ]);
    expect(rows(players, 3, 'sharp').slice(0, 2)).toEqual(['Reversi sharp', 'Gomoku sharp']);
  });

  it('lists another house player of a game while the chosen one is playing', () => {
    const free = players.filter(({ host }) => host.nickname !== 'Gomoku steady');
    expect(rows(free, 3)).toEqual(['Reversi steady', 'Gomoku easy', 'Battleship steady', 'house x 5']);
  });

  it('puts another game first every day, whichever tables are open', () => {
    const firstOf = (entries: LobbyEntry[], day: number) => rows(entries, day)[0];
    const days = [3, 4, 5, 6, -1];
    expect(days.map((day) => firstOf(players, day)?.split(' ')[0])).toEqual([
      ...['Reversi', 'Gomoku', 'Battleship', 'Reversi', 'Battleship'],
    ]);
    const withoutGomoku = players.filter(({ protocol_id }) => protocol_id !== 'Gomoku');
    expect(firstOf(withoutGomoku, 4)).toBe('Battleship steady');
  });
});

describe('a day', () => {
  it('starts at midnight in the user’s time zone', () => {
    const late = dayNumber(new Date(2026, 10, 22, 23, 59));
    expect(dayNumber(new Date(2026, 10, 22, 0, 0))).toBe(late);
    expect(dayNumber(new Date(2026, 10, 23, 0, 0))).toBe(late + 1);
  });
});

describe('grouping', () => {
  const spammer = table('spammer');

  it('groups the tables of a host with many, and expands the group on request', () => {
    const rows = rowsOf([spammer, ...agents(2), ...tablesOf(spammer, 83)]);
    const items = groupRows(rows, null, none, new Map());
    expect(shown(items)).toEqual([`${spammer.host.public_key.slice(0, 5)} x 84`, 'agent 0', 'agent 1']);
    const opened = groupRows(rows, null, none, new Map([[spammer.host.public_key, true]]));
    expect(opened).toHaveLength(3 + 84);
    expect(shown(opened).slice(0, 2)).toEqual([shown(items)[0], '  spammer']);
  });

  it('leaves a host’s few tables ungrouped, and expands the only group', () => {
    expect(shown(groupRows(rowsOf(tablesOf(spammer, 3)), null, none, new Map()))).toEqual([
      'spammer',
      'spammer',
      'spammer',
    ]);
    const only = rowsOf(tablesOf(spammer, 4));
    expect(groupRows(only, null, none, new Map())).toHaveLength(5);
    expect(groupRows(only, null, none, new Map([[spammer.host.public_key, false]]))).toHaveLength(1);
  });

  it('groups the house among many other hosts, except the suggested table', () => {
    const wick = housePlayers[4]!;
    const rows = rowsOf(sortEntries([...agents(13), ...housePlayers], wick, unfeatured));
    expect(shown(groupRows(rows, wick.post_id, none, new Map())).slice(0, 3)).toEqual([
      'Wick',
      'house x 5',
      'agent 12',
    ]);
  });
});
