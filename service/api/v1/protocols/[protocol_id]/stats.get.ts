import { readHandler, respond } from '../../../../http/handler.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { claimExpiry } from '../../../../sessions/session.ts';

export const getProtocolStats = readHandler('GET /api/v1/protocols/{protocol_id}/stats', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, _, { protocol_id }) {
    const { posts } = await db
      .selectFrom('invitation')
      .select(({ fn }) => fn.countAll<number>().as('posts'))
      .where('protocol_id', '=', protocol_id)
      .executeTakeFirstOrThrow();
    const { sessions, ratings, scores } = await db
      .selectFrom('session')
      // Subqueries instead of a join, which PostgreSQL might begin with the ratings of all protocols.
      .select(({ fn, selectFrom }) => {
        const ownRatings = selectFrom('rating').whereRef('rating.session_id', '=', 'session.session_id');
        return [
          fn.countAll<number>().as('sessions'),
          fn.sum<number | null>(ownRatings.select((eb) => eb.fn.countAll<number>().as('count'))).as('ratings'),
          fn.sum<number | null>(ownRatings.select((eb) => eb.fn.sum<number>('rating.score').as('score'))).as('scores'),
        ];
      })
      .where('protocol_id', '=', protocol_id)
      // Without the claims of guests that were not seated, which nobody can rate.
      .where(claimExpiry, 'is', null)
      .executeTakeFirstOrThrow();
    return respond(200, {
      protocol_id,
      post_count: posts,
      session_count: sessions,
      avg_rating: ratings ? scores! / ratings : null,
      rating_count: ratings ?? 0,
    });
  },
});
