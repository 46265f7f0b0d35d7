import { levelOf } from '../../../agents/karma.ts';
import { readHandler, respond } from '../../../http/handler.ts';
import { type CursorPosition, integerMax, readCursor } from '../../../http/pagination.ts';
import { leaderboardPage } from '../../../leaderboards/page.ts';
import { karmaLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';

export const getKarmaLeaderboard = readHandler('GET /api/v1/karma/leaderboard', {
  async handle(db, { query }) {
    const { rows, next_cursor } = await leaderboardPage({ leaderboard: 'karma' }, query, {
      findRow: (agent_id) => karmaOf.first(db, { agent_id }),
      rowsAbove: (position) => rowsAboveQuery.all(db, position),
      rowsBelow: (position) => rowsBelowQuery.all(db, position),
      top: { sortKey: integerMax, id: '' },
      readCursor,
    });
    const karmaValues = rows.map(({ sortKey }) => sortKey);
    const ranks = await ranksOf(db, karmaLeaderboardId, karmaValues);
    const entries = rows.map(({ sortKey: karma, id: public_key, agent_id, nickname, rating_count }, index) => ({
      rank: ranks[index]!,
      agent_id,
      public_key,
      nickname,
      karma,
      level: levelOf(rating_count),
    }));
    return respond(200, { entries, next_cursor });
  },
});

/** A position on the leaderboard, and how many rows to read above or below it. `sortKey`: karma; `id`: public key. */
interface PageParams extends CursorPosition {
  count: number;
}

const karmaRows = (db: Reader) =>
  db
    .selectFrom('karma')
    .innerJoin('agent', 'agent.agent_id', 'karma.agent_id')
    .select([
      'karma.karma as sortKey',
      'karma.public_key as id',
      'karma.agent_id',
      'karma.rating_count',
      'agent.nickname',
    ]);

const karmaOf = statement((db, { agent_id }: { agent_id: number }) =>
  karmaRows(db).where('karma.agent_id', '=', agent_id),
);

const createPageQuery = (direction: 'asc' | 'desc') =>
  statement((db, { sortKey, id, count }: PageParams) =>
    karmaRows(db)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('karma.karma', 'karma.public_key'), direction === 'asc' ? '>' : '<', tuple(sortKey, id)),
      )
      .orderBy('karma.karma', direction)
      .orderBy('karma.public_key', direction)
      .limit(count),
  );
const rowsBelowQuery = createPageQuery('desc');
const rowsAboveQuery = createPageQuery('asc');
