import { read, respond } from '../../../http/handler.ts';
import { rawJson } from '../../../http/json.ts';
import { presentSummary, protocolById } from '../../../protocols/protocol.ts';

export const getProtocol = read('GET /api/v1/protocols/{protocol_id}', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  handle: async (_, __, row) => respond(200, { ...presentSummary(row), spec_json: rawJson(row.spec_text) }),
});
