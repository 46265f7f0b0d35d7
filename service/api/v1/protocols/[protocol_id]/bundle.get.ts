import { readHandler, respond } from '../../../../http/handler.ts';
import { rawJson } from '../../../../http/json.ts';
import { presentBundle } from '../../../../protocols/board-upload.ts';
import { presentProtocol, protocolById } from '../../../../protocols/protocol.ts';

export const getBundle = readHandler('GET /api/v1/protocols/{protocol_id}/bundle', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  handle: async (db, _, row) =>
    respond(200, {
      ...presentProtocol(row),
      spec_json: rawJson(row.spec_text),
      ...(await presentBundle(db, row.protocol_id)),
    }),
});
