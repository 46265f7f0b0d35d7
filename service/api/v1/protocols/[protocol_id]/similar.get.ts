import { limits } from '../../../../../shared/community/limits.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { findSimilar } from '../../../../protocols/fingerprint.ts';
import { protocolById } from '../../../../protocols/protocol.ts';

export const getSimilar = readHandler('GET /api/v1/protocols/{protocol_id}/similar', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { query }, { protocol_id }) {
    const limit = query.limit ?? limits.similar_page_default;
    return respond(200, { protocol_id, ...(await findSimilar(db, protocol_id, limit)) });
  },
});
