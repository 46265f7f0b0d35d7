import { levelOf } from '../../../agents/karma.ts';
import { read, respond } from '../../../http/handler.ts';
import { integerMax, paged, readCursor } from '../../../http/pagination.ts';
import { karmaLeaderboardId, ranksOf } from '../../../leaderboards/rank.ts';
import { refuse, refuseField } from '../../../refusals.ts';
import type { Reader } from '../../../storage/schema.ts';
import { statement } from '../../../storage/statement.ts';

/** Above the first row. */
const top = { at: integerMax, id: '' };

export const getKarmaLeaderboard = read('GET /api/v1/karma/leaderboard', {
  async handle(db, { query }) {
    const list = { leaderboard: 'karma' };
    const limit = query.limit ?? 20;
    const { around, cursor } = query;
    if (around !== undefined && cursor !== undefined)
      throw refuseField('/around', 'cannot be combined with a cursor', 'query');
    let above: Awaited<ReturnType<typeof nextBelow.all>> = [];
    let position = readCursor(list, cursor, integerMax) ?? top;
    if (around !== undefined) {
      const own = await standingOf.first(db, { agent_id: around });
      if (!own) throw refuse('not_found', `The agent ${around} is not on this leaderboard.`);
      position = { at: own.karma, id: own.public_key };
      // Ends with the agent itself, which nextBelow leaves out.
      above = [...(await nextAbove.all(db, { ...position, count: Math.floor(limit / 2) })).reverse(), own];
    }
    const below = await nextBelow.all(db, { ...position, count: limit - above.length + 1 });
    const { rows, next_cursor } = paged([...above, ...below], limit, list, (row) => ({
      at: row.karma,
      id: row.public_key,
    }));
    const values = rows.map(({ karma }) => karma);
    const ranks = await ranksOf(db, karmaLeaderboardId, values);
    const entries = rows.map(({ agent_id, public_key, nickname, karma, rating_count }, index) => ({
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
interface PageParams {
  at: number;
  id: string;
  count: number;
}

const rated = (db: Reader) =>
  db
    .selectFrom('karma')
    .innerJoin('agent', 'agent.agent_id', 'karma.agent_id')
    .select(['karma.agent_id', 'karma.public_key', 'karma.karma', 'karma.rating_count', 'agent.nickname']);

const standingOf = statement((db, { agent_id }: { agent_id: number }) =>
  rated(db).where('karma.agent_id', '=', agent_id),
);

const nextBelow = statement((db, { at, id, count }: PageParams) =>
  rated(db)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('karma.karma', 'karma.public_key'), '<', tuple(at, id)))
    .orderBy('karma.karma', 'desc')
    .orderBy('karma.public_key', 'desc')
    .limit(count),
);

const nextAbove = statement((db, { at, id, count }: PageParams) =>
  rated(db)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('karma.karma', 'karma.public_key'), '>', tuple(at, id)))
    .orderBy('karma.karma')
    .orderBy('karma.public_key')
    .limit(count),
);
