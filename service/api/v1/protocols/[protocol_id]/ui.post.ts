import { respond, writeHandler } from '../../../../http/handler.ts';
import {
  checkStaging,
  decodeUpload,
  deleteStaleStaging,
  manifestByName,
  stagedPaths,
  stageFile,
} from '../../../../protocols/board-upload.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { locks } from '../../../../storage/locks.ts';

export const postUi = writeHandler('POST /api/v1/protocols/{protocol_id}/ui', {
  locks: ({ params }) => [locks.protocol(params.protocol_id)],
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, { protocol_id }) {
    await deleteStaleStaging(db, now);
    const { manifest_hash } = body;
    const name = { protocol_id, manifest_hash };
    const manifest = await manifestByName(db, name);
    checkStaging(manifest);
    await stageFile(db, name, body.path, decodeUpload(manifest.files, body, ''));
    await db
      .updateTable('ui_manifest')
      .set({ staged_at: now })
      .where('protocol_id', '=', protocol_id)
      .where('manifest_hash', '=', manifest_hash)
      .execute();
    const staging_files = (await stagedPaths(db, name)).length;
    return respond(200, { manifest_hash, status: 'staging' as const, staging_files });
  },
});
