/** What finished tables add up to. Pure. */
import { type GameHistory, historyMax, type PlayedGame, type Tally } from '../bridge/history.ts';
import type { TableEndName } from '../bridge/table-filter.ts';
import type { TableRow } from '../bridge/tables.ts';
import { isOver } from './rematch.ts';
import { tableEndOf, timeOf } from './table-rows.ts';

const emptyTally = (): Tally => ({ won: 0, lost: 0, drawn: 0, unfinished: 0 });

/** How many games a tally has. */
export const gamesIn = ({ won, lost, drawn, unfinished }: Tally): number => won + lost + drawn + unfinished;

function add(tally: Tally, other: Tally): void {
  for (const end of Object.keys(tally) as TableEndName[]) tally[end] += other[end];
}

/** The games of tables that have ended, most played first. */
export function playedGames(rows: Iterable<TableRow>): PlayedGame[] {
  const games = new Map<string, PlayedGame>();
  for (const row of rows) {
    const { protocol_id, name } = row.protocol;
    // A table that failed before its terms were known has no game.
    if (!isOver(row) || name === '') continue;
    const game = games.get(protocol_id) ?? { protocol_id, name, tables: 0, tally: emptyTally() };
    games.set(protocol_id, game);
    game.tables += 1;
    const end = tableEndOf(row);
    if (end !== null) game.tally[end] += 1;
  }
  return [...games.values()].sort((a, b) => b.tables - a.tables || (a.protocol_id < b.protocol_id ? -1 : 1));
}

/** The history of one game, in no particular order of `rows`; null before its first table. `depth`: see the bridge's call. */
export function gameHistory(rows: Iterable<TableRow>, protocol_id: string, depth: number): GameHistory | null {
  const ended = [...rows].filter((row) => isOver(row) && row.protocol.protocol_id === protocol_id);
  const [game] = playedGames(ended);
  if (!game) return null;
  ended.sort((a, b) => a.order - b.order || (a.table_id < b.table_id ? -1 : 1));
  return {
    game,
    ...runsOf(ended),
    ratings: ended.flatMap(ratingAfter).slice(-historyMax.ratings),
    ...openingsOf(ended, depth),
    ...opponentsOf(ended),
  };
}

function runsOf(ended: readonly TableRow[]): Pick<GameHistory, 'longest' | 'current'> {
  const longest = { won: 0, lost: 0 };
  let current = null as GameHistory['current'];
  for (const row of ended) {
    const end = tableEndOf(row);
    if (end === null || end === 'unfinished') continue;
    current = { end, count: current?.end === end ? current.count + 1 : 1 };
    if (end !== 'drawn') longest[end] = Math.max(longest[end], current.count);
  }
  return { longest, current };
}

function ratingAfter(row: TableRow): GameHistory['ratings'] {
  const rating = row.result?.rating;
  if (!rating?.applied) return [];
  const { delta, after } = rating.mine;
  return [{ table_id: row.table_id, at: timeOf(row), delta, after }];
}

function openingsOf(ended: readonly TableRow[], depth: number): Pick<GameHistory, 'openings' | 'other_openings'> {
  const groups = new Groups<GameHistory['openings'][number]>();
  const other_openings = emptyTally();
  for (const row of ended) {
    const end = tableEndOf(row);
    if (end === null) continue;
    const moves = (row.opening ?? []).slice(0, depth).map(({ by, text }) => ({ by_me: by === row.role, text }));
    if (moves.length < depth) other_openings[end] += 1;
    else groups.of(JSON.stringify(moves), () => ({ moves, tally: emptyTally() })).tally[end] += 1;
  }
  const { first, rest } = groups.mostPlayed(historyMax.openings);
  for (const { tally } of rest) add(other_openings, tally);
  return { openings: first, other_openings };
}

function opponentsOf(ended: readonly TableRow[]): Pick<GameHistory, 'opponents' | 'other_opponents'> {
  const groups = new Groups<GameHistory['opponents'][number]>();
  for (const row of ended) {
    const end = tableEndOf(row);
    if (end === null) continue;
    const { public_key, nickname } = row.peer;
    const opponent = groups.of(public_key, () => ({ public_key, nickname, tally: emptyTally() }));
    opponent.nickname = nickname;
    opponent.tally[end] += 1;
  }
  const { first, rest } = groups.mostPlayed(historyMax.opponents);
  const others = emptyTally();
  for (const { tally } of rest) add(others, tally);
  return { opponents: first, other_opponents: { ...others, count: rest.length } };
}

/** Sums by key. */
class Groups<G extends { tally: Tally }> {
  readonly #groups = new Map<string, G>();

  of(key: string, create: () => G): G {
    const group = this.#groups.get(key) ?? create();
    this.#groups.set(key, group);
    return group;
  }

  /** Of equally many games, the group of the earliest comes first. */
  mostPlayed(count: number): { first: G[]; rest: G[] } {
    const sorted = [...this.#groups.values()].sort((a, b) => gamesIn(b.tally) - gamesIn(a.tally));
    return { first: sorted.slice(0, count), rest: sorted.slice(count) };
  }
}
