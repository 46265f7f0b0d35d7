import { readHandler, respond } from '../../../http/handler.ts';
import { rawJson } from '../../../http/json.ts';
import { presentProtocol, protocolById } from '../../../protocols/protocol.ts';

export const getProtocol = readHandler('GET /api/v1/protocols/{protocol_id}', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  handle: async (_, __, row) => respond(200, { ...presentProtocol(row), spec_json: rawJson(row.spec_text) }),
});
