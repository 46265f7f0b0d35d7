import { levelOf } from '../../../agents/karma.ts';
import { karmaBoard, ranksOf } from '../../../boards/rank.ts';
import { integerMax, paged, readCursor } from '../../../http/cursor.ts';
import { answer, read } from '../../../method.ts';
import { statement } from '../../../storage/statement.ts';

const top = { at: integerMax, id: '' };

export const getKarmaLeaderboard = read('GET /api/v1/karma/leaderboard', {
  async act(db, { query }) {
    const list = { leaderboard: 'karma' };
    const limit = query.limit ?? 20;
    const { at, id } = readCursor(list, query.cursor, integerMax) ?? top;
    const found = await nextBelow.all(db, { at, id, count: limit + 1 });
    const { rows, next_cursor } = paged(found, limit, list, (row) => ({ at: row.karma, id: row.public_key }));
    const values = rows.map(({ karma }) => karma);
    const ranks = await ranksOf(db, karmaBoard, values);
    const entries = rows.map(({ agent_id, public_key, nickname, karma, rating_count }, index) => ({
      rank: ranks[index]!,
      agent_id,
      public_key,
      nickname,
      karma,
      level: levelOf(rating_count),
    }));
    return answer(200, { entries, next_cursor });
  },
});

const nextBelow = statement((db, { at, id, count }: { at: number; id: string; count: number }) =>
  db
    .selectFrom('karma')
    .innerJoin('agent', 'agent.agent_id', 'karma.agent_id')
    .select(['karma.agent_id', 'karma.public_key', 'karma.karma', 'karma.rating_count', 'agent.nickname'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('karma.karma', 'karma.public_key'), '<', tuple(at, id)))
    .orderBy('karma.karma', 'desc')
    .orderBy('karma.public_key', 'desc')
    .limit(count),
);
