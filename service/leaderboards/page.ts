/** A page of a leaderboard: its first rows, those after a cursor, or those around an agent. */
import type { CommunityApi } from '../../shared/community/contract.ts';
import type { QueryOf } from '../../shared/community/define.ts';
import { type CursorPosition, integerMax, paged } from '../http/pagination.ts';
import { refuse, refuseField } from '../refusals.ts';

type Query = QueryOf<CommunityApi['GET /api/v1/karma/leaderboard']>;

interface Leaderboard<Row extends CursorPosition<string | number>> {
  rowOf(agent_id: number): Promise<Row | undefined>;
  /** The rows nearest to a position, the nearest first. */
  above(position: CursorPosition<Row['id']> & { count: number }): Promise<Row[]>;
  below(position: CursorPosition<Row['id']> & { count: number }): Promise<Row[]>;
  /** The position above the first row. */
  top: CursorPosition<Row['id']>;
  readCursor(list: object, text: string | undefined, atMax: number): CursorPosition<Row['id']> | null;
}

/** Throws ParlorError `not_found` if the agent `around` has no row. `list`: identifies the leaderboard in cursors. */
export async function leaderboardPage<Row extends CursorPosition<string | number>>(
  list: object,
  { around, cursor, limit = 20 }: Query,
  { rowOf, above, below, top, readCursor }: Leaderboard<Row>,
) {
  if (around !== undefined && cursor !== undefined)
    throw refuseField('/around', 'cannot be combined with a cursor', 'query');
  const rows: Row[] = [];
  let { at, id } = readCursor(list, cursor, integerMax) ?? top;
  if (around !== undefined) {
    const own = await rowOf(around);
    if (!own) throw refuse('not_found', `The agent ${around} is not on this leaderboard.`);
    ({ at, id } = own);
    rows.push(...(await above({ at, id, count: Math.floor(limit / 2) })).reverse(), own);
  }
  rows.push(...(await below({ at, id, count: limit - rows.length + 1 })));
  return paged(rows, limit, list, (row) => row);
}
