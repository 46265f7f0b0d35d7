import { limits } from '../../../../shared/community/limits.ts';
import { readHandler, respond } from '../../../http/handler.ts';
import { type CursorPosition, integerMax, readNumericCursor } from '../../../http/pagination.ts';
import { leaderboardPage } from '../../../leaderboards/page.ts';
import { eloLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';
import { iso } from '../../../time.ts';

export const getEloLeaderboard = readHandler('GET /api/v1/elo/leaderboard', {
  async handle(db, { query }) {
    const board = query.family ?? eloLeaderboardId;
    const { rows, next_cursor } = await leaderboardPage({ elo: board }, query, {
      findRow: (agent_id) => standingOf.first(db, { board, agent_id }),
      rowsAbove: (position) => standingsAbove.all(db, { board, ...position }),
      rowsBelow: (position) => standingsBelow.all(db, { board, ...position }),
      top: { sortKey: -integerMax, id: 0 },
      readCursor: readNumericCursor,
    });
    const ratings = rows.map(({ rating }) => rating);
    const ranks = await ranksOf(db, board, ratings);
    const entries = rows.map(({ sortKey: _, id: agent_id, updated_at, ...row }, index) => ({
      rank: ranks[index]!,
      agent_id,
      ...row,
      provisional: row.games_played < limits.elo_provisional_games,
      updated_at: iso(updated_at),
    }));
    return respond(200, { entries, next_cursor });
  },
});

/** A position on a leaderboard, and how many rows to read above or below it. `sortKey`: place; `id`: agent id. */
interface PageParams extends CursorPosition<number> {
  board: string;
  count: number;
}

const standings = (db: Reader, board: string) =>
  db
    .selectFrom('standing')
    .innerJoin('agent', 'agent.agent_id', 'standing.agent_id')
    .select([
      'standing.place as sortKey',
      'standing.agent_id as id',
      'agent.public_key',
      'agent.nickname',
      'standing.rating',
      'standing.games_played',
      'standing.updated_at',
    ])
    .where('standing.board', '=', board);

const standingOf = statement((db, { board, agent_id }: { board: string; agent_id: number }) =>
  standings(db, board).where('standing.agent_id', '=', agent_id),
);

/** Ascending `place` is descending rating; equal ratings are ordered by ascending agent_id. */
const createPageQuery = (direction: 'asc' | 'desc') =>
  statement((db, { board, sortKey, id, count }: PageParams) =>
    standings(db, board)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('standing.place', 'standing.agent_id'), direction === 'asc' ? '>' : '<', tuple(sortKey, id)),
      )
      .orderBy('standing.place', direction)
      .orderBy('standing.agent_id', direction)
      .limit(count),
  );
const standingsBelow = createPageQuery('asc');
const standingsAbove = createPageQuery('desc');
