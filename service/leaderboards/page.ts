/** A page of a leaderboard: its first rows, those after a cursor, or those around an agent. */
import type { CommunityApi } from '../../shared/community/contract.ts';
import type { QueryOf } from '../../shared/community/define.ts';
import { type CursorPosition, integerMax, toPage } from '../http/pagination.ts';
import { fieldError, requestError } from '../refusals.ts';

type Query = QueryOf<CommunityApi['GET /api/v1/karma/leaderboard']>;

interface Leaderboard<Row extends CursorPosition<string | number>> {
  findRow(agent_id: number): Promise<Row | undefined>;
  /** The rows nearest to a position, the nearest first. */
  rowsAbove(position: CursorPosition<Row['id']> & { count: number }): Promise<Row[]>;
  rowsBelow(position: CursorPosition<Row['id']> & { count: number }): Promise<Row[]>;
  /** The position above the first row. */
  top: CursorPosition<Row['id']>;
  readCursor(list: object, text: string | undefined, maxSortKey: number): CursorPosition<Row['id']> | null;
}

/** Throws ParlorError `not_found` if the agent `around` has no row. `list`: identifies the leaderboard in cursors. */
export async function leaderboardPage<Row extends CursorPosition<string | number>>(
  list: object,
  { around, cursor, limit = 20 }: Query,
  { findRow, rowsAbove, rowsBelow, top, readCursor }: Leaderboard<Row>,
) {
  if (around !== undefined && cursor !== undefined)
    throw fieldError('/around', 'cannot be combined with a cursor', 'query');
  const rows: Row[] = [];
  let { sortKey, id } = readCursor(list, cursor, integerMax) ?? top;
  if (around !== undefined) {
    const agentRow = await findRow(around);
    if (!agentRow) throw requestError('not_found', `The agent ${around} is not on this leaderboard.`);
    ({ sortKey, id } = agentRow);
    rows.push(...(await rowsAbove({ sortKey, id, count: Math.floor(limit / 2) })).reverse(), agentRow);
  }
  rows.push(...(await rowsBelow({ sortKey, id, count: limit - rows.length + 1 })));
  return toPage(rows, limit, list, (row) => row);
}
