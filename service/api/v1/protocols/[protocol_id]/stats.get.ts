import { readHandler, respond } from '../../../../http/handler.ts';
import { protocolById } from '../../../../protocols/protocol.ts';

export const getProtocolStats = readHandler('GET /api/v1/protocols/{protocol_id}/stats', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, _, { protocol_id }) {
    const ratings = await db
      .selectFrom('rating')
      .innerJoin('session', 'session.session_id', 'rating.session_id')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.avg<number | null>('rating.score').as('average')])
      .where('session.protocol_id', '=', protocol_id)
      .executeTakeFirstOrThrow();
    const { posts } = await db
      .selectFrom('invitation')
      .select(({ fn }) => fn.countAll<number>().as('posts'))
      .where('protocol_id', '=', protocol_id)
      .executeTakeFirstOrThrow();
    // Without the claims of guests that were not seated.
    const { sessions } = await db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .where('protocol_id', '=', protocol_id)
      .where('claim_expires_at', 'is', null)
      .executeTakeFirstOrThrow();
    return respond(200, {
      protocol_id,
      post_count: posts,
      session_count: sessions,
      avg_rating: ratings.average,
      rating_count: ratings.count,
    });
  },
});
