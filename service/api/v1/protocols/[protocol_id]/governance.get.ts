import { answer, read } from '../../../../method.ts';
import { presentGovernance, protocolById } from '../../../../protocols/protocol.ts';

export const getGovernance = read('GET /api/v1/protocols/{protocol_id}/governance', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  act: async (_, __, row) => answer(200, presentGovernance(row)),
});
