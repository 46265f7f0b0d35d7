import { limits } from '../../../../shared/community/limits.ts';
import { read, respond } from '../../../http/handler.ts';
import { integerMax, paged, readNumericCursor } from '../../../http/pagination.ts';
import { eloLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import { standingOnLeaderboard } from '../../../leaderboards/standing.ts';
import { refuse, refuseField } from '../../../refusals.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';
import { iso } from '../../../time.ts';

/** A position on a leaderboard, and how many rows to read above or below it. */
interface PageParams {
  board: string;
  place: number;
  agent_id: number;
  count: number;
}

/** Above the first row. */
const top = { place: -integerMax, agent_id: 0 };

export const getEloLeaderboard = read('GET /api/v1/elo/leaderboard', {
  async handle(db, { query }) {
    const { family, around, cursor } = query;
    if (around !== undefined && cursor !== undefined)
      throw refuseField('/around', 'cannot be combined with a cursor', 'query');
    const board = family ?? eloLeaderboardId;
    const list = { elo: board };
    const limit = query.limit ?? 20;
    const start = readNumericCursor(list, cursor, integerMax);

    let above: Awaited<ReturnType<typeof nextAbove.all>> = [];
    let position = start ? { place: start.at, agent_id: start.id } : top;
    if (around !== undefined) {
      const own = await standingOnLeaderboard.first(db, { agent_id: around, board });
      if (!own) throw refuse('not_found', `The agent ${around} is not on this leaderboard.`);
      above = (await nextAbove.all(db, { board, ...own, count: Math.floor(limit / 2) })).reverse();
      // Just above the agent itself, which becomes the first row below.
      position = { place: own.place, agent_id: around - 1 };
    }
    const below = await nextBelow.all(db, { board, ...position, count: limit - above.length + 1 });
    const { rows, next_cursor } = paged([...above, ...below], limit, list, ({ place, agent_id }) => ({
      at: place,
      id: agent_id,
    }));
    const ratings = rows.map(({ rating }) => rating);
    const ranks = await ranksOf(db, board, ratings);
    const entries = rows.map(({ place: _, updated_at, ...row }, index) => ({
      rank: ranks[index]!,
      ...row,
      provisional: row.games_played < limits.elo_provisional_games,
      updated_at: iso(updated_at),
    }));
    return respond(200, { entries, next_cursor });
  },
});

function standings(db: Reader, board: string) {
  return db
    .selectFrom('standing')
    .innerJoin('agent', 'agent.agent_id', 'standing.agent_id')
    .select([
      'standing.agent_id',
      'agent.public_key',
      'agent.nickname',
      'standing.rating',
      'standing.place',
      'standing.games_played',
      'standing.updated_at',
    ])
    .where('standing.board', '=', board);
}

/** Ascending `place` is descending rating; equal ratings are ordered by ascending agent_id. */
const nextBelow = statement((db, { board, place, agent_id, count }: PageParams) =>
  standings(db, board)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('standing.place', 'standing.agent_id'), '>', tuple(place, agent_id)),
    )
    .orderBy('standing.place')
    .orderBy('standing.agent_id')
    .limit(count),
);

const nextAbove = statement((db, { board, place, agent_id, count }: PageParams) =>
  standings(db, board)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('standing.place', 'standing.agent_id'), '<', tuple(place, agent_id)),
    )
    .orderBy('standing.place', 'desc')
    .orderBy('standing.agent_id', 'desc')
    .limit(count),
);
