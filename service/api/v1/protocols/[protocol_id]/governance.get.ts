import { readHandler, respond } from '../../../../http/handler.ts';
import { presentGovernance, protocolById } from '../../../../protocols/protocol.ts';

export const getGovernance = readHandler('GET /api/v1/protocols/{protocol_id}/governance', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  handle: async (_, __, row) => respond(200, presentGovernance(row)),
});
