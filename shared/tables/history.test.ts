import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyMax, type Tally } from '../bridge/history.ts';
import { type TableEndName, tableEnds } from '../bridge/table-filter.ts';
import type { TableRow } from '../bridge/tables.ts';
import { sha256Hex } from '../signing/hash.ts';
import { gameHistory, gamesIn, playedGames } from './history.ts';
import { tableMatcher } from './table-rows.ts';

const gomoku = sha256Hex('gomoku');
const chat = sha256Hex('chat');

interface Played {
  end: TableEndName | 'none' | 'playing';
  protocol_id?: string;
  opponent?: number;
  name?: string;
  opening?: string[];
  delta?: number;
}

/** The row of the table that began as number `order`. */
function row(order: number, { end, protocol_id = gomoku, opponent = 1, name, opening = [], delta }: Played): TableRow {
  const isFinished = end !== 'unfinished' && end !== 'playing';
  const rating =
    delta === undefined
      ? null
      : {
          applied: delta > 0,
          mine: { before: 1200, after: 1200 + delta, delta },
          theirs: { before: 0, after: 0, delta: 0 },
        };
  return {
    table_id: `t${order}`,
    phase: end === 'playing' ? 'playing' : isFinished ? 'finished' : 'failed',
    role: 'guest',
    protocol: {
      protocol_id,
      name: protocol_id === chat ? 'Chat' : 'Gomoku',
      mode: protocol_id === chat ? 'free' : 'session_loop',
      family: null,
    },
    peer: { public_key: sha256Hex(`person ${opponent}`), nickname: name ?? `Player ${opponent}` },
    result: isFinished ? { outcome: end, rating } : null,
    order,
    started_at: order,
    ended_at: end === 'playing' ? null : order + 1,
    opening: opening.map((text, index) => ({ by: index % 2 === 0 ? 'guest' : 'host', text })),
  } as unknown as TableRow;
}

const rowsOf = (...played: Played[]) => played.map((each, order) => row(order, each));
const ends = (word: string) =>
  [...word].map((letter): Played => ({ end: tableEnds.find((end) => end.startsWith(letter))! }));
const historyOf = (rows: TableRow[], depth = 2) => gameHistory(rows, gomoku, depth)!;
const tally = (changes: Partial<Tally> = {}): Tally => ({ won: 0, lost: 0, drawn: 0, unfinished: 0, ...changes });

// Each letter is the end of a game, oldest first.
test.each([
  ['w', { won: 1, lost: 0 }, { end: 'won', count: 1 }],
  ['wwlwww', { won: 3, lost: 1 }, { end: 'won', count: 3 }],
  ['llldd', { won: 0, lost: 3 }, { end: 'drawn', count: 2 }],
  ['wdw', { won: 1, lost: 0 }, { end: 'won', count: 1 }],
  ['wuwu', { won: 2, lost: 0 }, { end: 'won', count: 2 }],
  ['u', { won: 0, lost: 0 }, null],
])('the runs of %s', (word, longest, current) => {
  expect(historyOf(rowsOf(...ends(word)))).toMatchObject({ longest, current });
});

test('runs follow the order of the tables, not of the list', () => {
  expect(historyOf(rowsOf(...ends('wwl')).reverse()).current).toEqual({ end: 'lost', count: 1 });
});

test('games are listed by how often they were played; conversations have no winner', () => {
  const rows = rowsOf(
    { end: 'none', protocol_id: chat },
    { end: 'won' },
    { end: 'lost' },
    { end: 'won' },
    { end: 'playing' },
    { end: 'unfinished', protocol_id: chat },
  );
  // A table that failed before its terms were known.
  const nameless = { ...rows[1]!, protocol: { ...rows[1]!.protocol, name: '' } };
  expect(playedGames([nameless, ...rows])).toEqual([
    { protocol_id: gomoku, name: 'Gomoku', tables: 3, tally: tally({ won: 2, lost: 1 }) },
    // Conversations count in no tally, even if they broke off.
    { protocol_id: chat, name: 'Chat', tables: 2, tally: tally({}) },
  ]);
  expect(gameHistory(rows, sha256Hex('other'), 2)).toBeNull();
});

test('openings are told apart by their first moves, and by who made them', () => {
  const rows = rowsOf(
    { end: 'won', opening: ['h8', 'h9', 'i9'] },
    { end: 'lost', opening: ['h8', 'h9', 'g7'] },
    { end: 'won', opening: ['h8', 'i9'] },
    { end: 'drawn', opening: ['h8'] },
  );
  const asHost = { ...rows[0]!, role: 'host' as const, order: 9 };
  expect(historyOf([...rows, asHost])).toMatchObject({
    openings: [
      {
        moves: [
          { by_me: true, text: 'h8' },
          { by_me: false, text: 'h9' },
        ],
        tally: tally({ won: 1, lost: 1 }),
      },
      { moves: [{ text: 'h8' }, { text: 'i9' }], tally: tally({ won: 1 }) },
      {
        moves: [
          { by_me: false, text: 'h8' },
          { by_me: true, text: 'h9' },
        ],
        tally: tally({ won: 1 }),
      },
    ],
    other_openings: tally({ drawn: 1 }),
  });
  expect(historyOf(rows, 1).openings).toEqual([
    { moves: [{ by_me: true, text: 'h8' }], tally: tally({ won: 2, lost: 1, drawn: 1 }) },
  ]);
});

test('an opponent has the name of the latest game', () => {
  const rows = rowsOf({ end: 'won', name: 'Ada' }, { end: 'lost', name: 'Ada L.' }, { end: 'won', opponent: 2 });
  expect(historyOf(rows).opponents.map(({ nickname, tally }) => [nickname, gamesIn(tally)])).toEqual([
    ['Ada L.', 2],
    ['Player 2', 1],
  ]);
});

test('only games that counted change the rating', () => {
  const rows = rowsOf({ end: 'won', delta: 16 }, { end: 'lost', delta: 0 }, { end: 'won' }, { end: 'lost', delta: 4 });
  expect(historyOf(rows).ratings).toEqual([
    { table_id: 't0', at: 1, delta: 16, after: 1216 },
    { table_id: 't3', at: 4, delta: 4, after: 1204 },
  ]);
});

const playedArbitrary: fc.Arbitrary<Played> = fc.record({
  end: fc.constantFrom(...tableEnds, 'none', 'playing'),
  protocol_id: fc.constantFrom(gomoku, chat),
  opponent: fc.nat(historyMax.opponents + 20),
  opening: fc.array(fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6'), { maxLength: 4 }),
  delta: fc.nat(32),
});

test('every sum agrees with the list', () => {
  fc.assert(
    fc.property(fc.array(playedArbitrary, { maxLength: 300 }), fc.integer({ min: 1, max: 4 }), (played, depth) => {
      const rows = rowsOf(...played);
      const games = playedGames(rows);
      const listed = (filter: Parameters<typeof tableMatcher>[0]) =>
        rows.filter(({ phase }) => phase !== 'playing').filter(tableMatcher(filter)).length;
      for (const { protocol_id, tables, tally } of games) {
        expect(tables).toBe(listed({ protocol_id }));
        for (const end of tableEnds) expect(tally[end]).toBe(listed({ protocol_id, end }));
        const history = gameHistory(rows, protocol_id, depth)!;
        expect(history.game.tally).toEqual(tally);
        const sumOf = (parts: { tally: Tally }[], rest: Tally, end: TableEndName) =>
          parts.reduce((sum, part) => sum + part.tally[end], rest[end]);
        for (const end of tableEnds) {
          expect(sumOf(history.openings, history.other_openings, end)).toBe(tally[end]);
          expect(sumOf(history.opponents, history.other_opponents, end)).toBe(tally[end]);
        }
        for (const opponent of history.opponents)
          for (const end of tableEnds)
            expect(opponent.tally[end]).toBe(listed({ protocol_id, end, public_key: opponent.public_key }));
        expect(history.opponents.length).toBeLessThanOrEqual(historyMax.opponents);
        expect(history.openings.length).toBeLessThanOrEqual(historyMax.openings);
        expect(history.longest.won).toBeLessThanOrEqual(tally.won);
      }
      expect(games.reduce((sum, { tables }) => sum + tables, 0)).toBe(listed({}));
    }),
  );
});

test('a long history stays bounded', () => {
  const rows = Array.from({ length: 5000 }, (_, order) =>
    row(order, { end: 'won', opponent: order, opening: [`a${order}`, `b${order}`], delta: 1 }),
  );
  const history = historyOf(rows);
  expect(history.ratings).toHaveLength(historyMax.ratings);
  expect(history.ratings.at(-1)!.table_id).toBe('t4999');
  const count = 5000 - historyMax.opponents;
  expect(history.other_opponents).toEqual({ ...tally({ won: count }), count });
});

test('unfinished games count as games', () => {
  expect(gamesIn({ won: 0, lost: 0, drawn: 0, unfinished: 1 })).toBe(1);
  expect(gamesIn({ won: 0, lost: 0, drawn: 0, unfinished: 0 })).toBe(0);
});
