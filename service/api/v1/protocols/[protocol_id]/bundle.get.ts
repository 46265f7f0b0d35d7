import { asReceived } from '../../../../http/json.ts';
import { answer, read } from '../../../../method.ts';
import { presentSummary, protocolById } from '../../../../protocols/protocol.ts';

export const getBundle = read('GET /api/v1/protocols/{protocol_id}/bundle', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  act: async (_, __, row) =>
    answer(200, {
      ...presentSummary(row),
      spec_json: asReceived(row.spec_text),
      ui_manifest: null,
      ui_manifest_hash: null,
      ui_files: [],
    }),
});
