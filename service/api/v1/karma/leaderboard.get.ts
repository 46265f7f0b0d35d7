import { levelOf } from '../../../agents/karma.ts';
import { read, respond } from '../../../http/handler.ts';
import { type CursorPosition, integerMax, readCursor } from '../../../http/pagination.ts';
import { leaderboardPage } from '../../../leaderboards/page.ts';
import { karmaLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';

export const getKarmaLeaderboard = read('GET /api/v1/karma/leaderboard', {
  async handle(db, { query }) {
    const { rows, next_cursor } = await leaderboardPage({ leaderboard: 'karma' }, query, {
      rowOf: (agent_id) => karmaOf.first(db, { agent_id }),
      above: (position) => nextAbove.all(db, position),
      below: (position) => nextBelow.all(db, position),
      top: { at: integerMax, id: '' },
      readCursor,
    });
    const values = rows.map(({ at }) => at);
    const ranks = await ranksOf(db, karmaLeaderboardId, values);
    const entries = rows.map(({ at: karma, id: public_key, agent_id, nickname, rating_count }, index) => ({
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

/** A position on the leaderboard, and how many rows to read above or below it. `at`: karma; `id`: public key. */
interface PageParams extends CursorPosition {
  count: number;
}

const rated = (db: Reader) =>
  db
    .selectFrom('karma')
    .innerJoin('agent', 'agent.agent_id', 'karma.agent_id')
    .select(['karma.karma as at', 'karma.public_key as id', 'karma.agent_id', 'karma.rating_count', 'agent.nickname']);

const karmaOf = statement((db, { agent_id }: { agent_id: number }) => rated(db).where('karma.agent_id', '=', agent_id));

const nextRated = (order: 'asc' | 'desc') =>
  statement((db, { at, id, count }: PageParams) =>
    rated(db)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('karma.karma', 'karma.public_key'), order === 'asc' ? '>' : '<', tuple(at, id)),
      )
      .orderBy('karma.karma', order)
      .orderBy('karma.public_key', order)
      .limit(count),
  );
const nextBelow = nextRated('desc');
const nextAbove = nextRated('asc');
