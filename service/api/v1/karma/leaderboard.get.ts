import { levelOf } from '../../../agents/karma.ts';
import { type Place, paged, readCursor } from '../../../http/cursor.ts';
import { answer, read } from '../../../method.ts';
import type { Reader } from '../../../storage/schema.ts';

export const getKarmaLeaderboard = read('GET /api/v1/karma/leaderboard', {
  async act(db, { query }) {
    const list = { leaderboard: 'karma' };
    const limit = query.limit ?? 20;
    const from = readCursor(list, query.cursor);
    const found = await db
      .selectFrom('karma')
      .innerJoin('agent', 'agent.agent_id', 'karma.agent_id')
      .select(['karma.agent_id', 'karma.public_key', 'karma.karma', 'karma.rating_count', 'agent.nickname'])
      .$if(from !== null, (all) =>
        all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('karma.karma', 'karma.public_key'), '<', tuple(from!.at, from!.id)),
        ),
      )
      .orderBy('karma.karma', 'desc')
      .orderBy('karma.public_key', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = paged(found, limit, list, (row) => ({ at: row.karma, id: row.public_key }));
    const before = from === null ? 0 : await countDownTo(db, from);
    const entries = rows.map(({ agent_id, public_key, nickname, karma, rating_count }, index) => ({
      rank: before + index + 1,
      agent_id,
      public_key,
      nickname,
      karma,
      level: levelOf(rating_count),
    }));
    return answer(200, { entries, next_cursor });
  },
});

/** How many stand at this place or above it. */
async function countDownTo(db: Reader, { at, id }: Place): Promise<number> {
  const { count } = await db
    .selectFrom('karma')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('karma', 'public_key'), '>=', tuple(at, id)))
    .executeTakeFirstOrThrow();
  return Number(count);
}
