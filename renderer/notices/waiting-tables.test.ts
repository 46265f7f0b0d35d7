import { expect, it } from 'vitest';
import { openAsk, person, playing } from '../testing/samples.ts';
import { otherWaitingTables, tableToVisit, turnTitle, watchWarnings } from './waiting-tables.ts';

const at = 1_800_000_000_000;
const game = (table_id: string, seconds: number, name = 'Wick') =>
  playing({
    table_id,
    peer: person(7, name, 1200),
    ask: { ...openAsk('turn 1'), asked_at: at, deadline_at: at + seconds * 1000 },
  });

it('excludes the table on the page', () => {
  const tables = [game('a', 90), game('b', 40), playing({ table_id: 'c' })];
  const ids = (path: string) => otherWaitingTables(tables, path).map(({ table_id }) => table_id);
  expect(ids('/inbox')).toEqual(['b', 'a']);
  expect(ids('/tables')).toEqual(['b', 'a']);
  expect(ids('/tables/b')).toEqual(['a']);
  expect(ids('/tables/c')).toEqual(['b', 'a']);
});

it('leads to a waiting table, and else to the chat in which was written last', () => {
  const chat = (table_id: string, heardAt: number) =>
    playing({
      table_id,
      protocol: { ...playing().protocol, mode: 'free', type: 'chat' },
      talk: [
        { seq: 1, by: 'host', text: 'Hello.', at: heardAt },
        { seq: 2, by: 'guest', text: 'Hello.', at: at + 9_000 },
      ] as never,
    });
  const byId = (...tables: ReturnType<typeof playing>[]) => new Map(tables.map((table) => [table.table_id, table]));
  const chats = [chat('quiet', at), chat('lively', at + 5_000)];
  const idFor = (tables: ReturnType<typeof byId>, path: string) => tableToVisit(tables, path)?.table_id ?? null;
  expect(idFor(byId(...chats, game('b', 40)), '/')).toBe('b');
  expect(idFor(byId(...chats, game('b', 40)), '/tables/b')).toBe('lively');
  expect(idFor(byId(...chats), '/tables/lively')).toBe('quiet');
  expect(idFor(byId(chat('quiet', at)), '/tables/quiet')).toBeNull();
  expect(idFor(byId(playing({ table_id: 'theirs' })), '/')).toBeNull();
});

it('names the most urgent table in the title, with its last warning', () => {
  const tables = [game('b', 40), game('a', 90)];
  const named = { tables: 2, name: '\u2068Wick\u2069', game: 'Connect Four' };
  expect(turnTitle([], at)).toBeNull();
  expect(turnTitle(tables, at)).toEqual({ key: 'title.turn', seconds: 0, ...named });
  expect(turnTitle(tables, at + 12_000)).toMatchObject({ key: 'title.left', seconds: 30 });
  expect(turnTitle(tables, at + 31_000)).toMatchObject({ key: 'title.left', seconds: 10 });
});

it('makes hidden characters of names in the title visible', () => {
  expect(turnTitle([game('a', 90, 'a\u202Eb')], at)?.name).toBe('\u2068aU+202Eb\u2069');
});

it('finds each warning once, also if the clock jumps past it or goes back', () => {
  const tables = [game('a', 90)];
  const find = watchWarnings();
  const secondsAt = (ms: number) => find(tables, at + ms).map(([, seconds]) => seconds);
  const found = [0, 59_999, 60_500, 61_000, 85_000, 70_000, 86_000].map(secondsAt);
  expect(found).toEqual([[], [], [30], [], [10], [], []]);

  const jump = watchWarnings();
  expect(jump(tables, at)).toEqual([]);
  expect(jump(tables, at + 85_000)).toEqual([[tables[0], 10]]);
});

it('takes a warning that was due when the deadline was first seen as known', () => {
  const find = watchWarnings();
  expect(find([game('a', 90)], at + 65_000)).toEqual([]);
  // The same turn with another deadline, and a turn that asks the agent in between.
  expect(find([game('a', 85)], at + 66_000)).toEqual([]);
  expect(find([], at + 66_000)).toEqual([]);
  expect(find([game('a', 85)], at + 67_000)).toEqual([]);
  const late = [game('a', 85)];
  expect(find(late, at + 76_000)).toEqual([[late[0], 10]]);
});
