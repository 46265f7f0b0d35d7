import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { readCursor, toPage } from '../../../../http/pagination.ts';
import { iso } from '../../../../time.ts';

export const getRatings = readHandler('GET /api/v1/agents/{id}/ratings', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, { query }, { agent_id, public_key }) {
    const list = { ratings: agent_id };
    const limit = query.limit ?? 20;
    const position = readCursor(list, query.cursor);
    const fetchedRows = await db
      .selectFrom('rating')
      .innerJoin('agent', 'agent.agent_id', 'rating.rater_id')
      .select(['rating.session_id', 'agent.public_key', 'rating.score', 'rating.comment', 'rating.created_at'])
      .where('rating.rated_id', '=', agent_id)
      .$if(position !== null, (builder) =>
        builder.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('rating.created_at', 'rating.session_id'), '<', tuple(position!.sortKey, position!.id)),
        ),
      )
      .orderBy('rating.created_at', 'desc')
      .orderBy('rating.session_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, (row) => ({
      sortKey: row.created_at,
      id: row.session_id,
    }));
    const { rating_count, average_score, weighted_score, level } = await reputationOf(db, agent_id);
    return respond(200, {
      agent_id,
      public_key,
      rating_count,
      average_score,
      weighted_score,
      confidence_level: level,
      results: rows.map(({ session_id, public_key: rater_public_key, score, comment, created_at }) => ({
        session_id,
        rater_public_key,
        score,
        comment,
        created_at: iso(created_at),
      })),
      next_cursor,
    });
  },
});
