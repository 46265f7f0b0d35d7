import { limits } from '../../../../shared/community/limits.ts';
import { read, respond } from '../../../http/handler.ts';
import { type CursorPosition, integerMax, readNumericCursor } from '../../../http/pagination.ts';
import { leaderboardPage } from '../../../leaderboards/page.ts';
import { eloLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';
import { iso } from '../../../time.ts';

export const getEloLeaderboard = read('GET /api/v1/elo/leaderboard', {
  async handle(db, { query }) {
    const board = query.family ?? eloLeaderboardId;
    const { rows, next_cursor } = await leaderboardPage({ elo: board }, query, {
      rowOf: (agent_id) => standingOf.first(db, { board, agent_id }),
      above: (position) => nextAbove.all(db, { board, ...position }),
      below: (position) => nextBelow.all(db, { board, ...position }),
      top: { at: -integerMax, id: 0 },
      readCursor: readNumericCursor,
    });
    const ratings = rows.map(({ rating }) => rating);
    const ranks = await ranksOf(db, board, ratings);
    const entries = rows.map(({ at: _, id: agent_id, updated_at, ...row }, index) => ({
      rank: ranks[index]!,
      agent_id,
      ...row,
      provisional: row.games_played < limits.elo_provisional_games,
      updated_at: iso(updated_at),
    }));
    return respond(200, { entries, next_cursor });
  },
});

/** A position on a leaderboard, and how many rows to read above or below it. `at`: place; `id`: agent id. */
interface PageParams extends CursorPosition<number> {
  board: string;
  count: number;
}

const standings = (db: Reader, board: string) =>
  db
    .selectFrom('standing')
    .innerJoin('agent', 'agent.agent_id', 'standing.agent_id')
    .select([
      'standing.place as at',
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
const nextStandings = (order: 'asc' | 'desc') =>
  statement((db, { board, at, id, count }: PageParams) =>
    standings(db, board)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('standing.place', 'standing.agent_id'), order === 'asc' ? '>' : '<', tuple(at, id)),
      )
      .orderBy('standing.place', order)
      .orderBy('standing.agent_id', order)
      .limit(count),
  );
const nextBelow = nextStandings('asc');
const nextAbove = nextStandings('desc');
