import { asReceived } from '../../../../http/json.ts';
import { answer, read } from '../../../../method.ts';
import { presentSummary, protocolById } from '../../../../protocols/protocol.ts';
import { presentBundle } from '../../../../protocols/ui.ts';

export const getBundle = read('GET /api/v1/protocols/{protocol_id}/bundle', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  act: async (db, _, row) =>
    answer(200, {
      ...presentSummary(row),
      spec_json: asReceived(row.spec_text),
      ...(await presentBundle(db, row.protocol_id)),
    }),
});
