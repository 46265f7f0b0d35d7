import { recordEvent } from '../../../../events/record.ts';
import { respond, write } from '../../../../http/handler.ts';
import {
  checkStaging,
  deleteStaleStaging,
  manifestByName,
  publish,
  stagedPaths,
} from '../../../../protocols/board-upload.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { refuse } from '../../../../refusals.ts';

export const postUiFinalize = write('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, { protocol_id }) {
    await deleteStaleStaging(db, now);
    const { manifest_hash } = body;
    const name = { protocol_id, manifest_hash };
    const manifest = await manifestByName(db, name);
    const published = { manifest_hash, status: 'published' as const };
    if (manifest.status === 'published') return respond(200, { ...published, idempotent: true });
    checkStaging(manifest);
    // Staged files were checked when they were uploaded, so only their completeness is checked here.
    const staged = new Set(await stagedPaths(db, name));
    const missing = manifest.files.map(({ path }) => path).filter((path) => !staged.has(path));
    if (missing.length > 0) {
      throw refuse('manifest_incomplete', `${missing.length} of ${manifest.files.length} files are missing.`, {
        missing: missing.slice(0, 20),
      });
    }
    await publish(db, name);
    await recordEvent(db, { type: 'protocol_published', ...name }, 'everyone', now);
    return respond(200, { ...published, idempotent: false });
  },
});
