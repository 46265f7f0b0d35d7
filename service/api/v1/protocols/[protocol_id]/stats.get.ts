import { readHandler, respond } from '../../../../http/handler.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import type { Reader } from '../../../../storage/schema.ts';

export const getProtocolStats = readHandler('GET /api/v1/protocols/{protocol_id}/stats', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, _, { protocol_id }) {
    const ratings = await db
      .selectFrom('rating')
      .innerJoin('session', 'session.session_id', 'rating.session_id')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.avg<number | null>('rating.score').as('average')])
      .where('session.protocol_id', '=', protocol_id)
      .executeTakeFirstOrThrow();
    return respond(200, {
      protocol_id,
      post_count: await countRows(db, 'invitation', protocol_id),
      session_count: await countRows(db, 'session', protocol_id),
      avg_rating: ratings.average,
      rating_count: ratings.count,
    });
  },
});

async function countRows(db: Reader, table: 'invitation' | 'session', protocol_id: string): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('protocol_id', '=', protocol_id)
    .executeTakeFirstOrThrow();
  return rows;
}
