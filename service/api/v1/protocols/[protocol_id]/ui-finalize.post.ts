import { recordEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import {
  checkStaging,
  deleteStaleStaging,
  manifestByName,
  publishManifest,
  stagedPaths,
} from '../../../../protocols/board-upload.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { requestError } from '../../../../refusals.ts';
import { locks } from '../../../../storage/locks.ts';

export const postUiFinalize = writeHandler('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
  locks: ({ params }) => [locks.protocol(params.protocol_id)],
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, { protocol_id }) {
    await deleteStaleStaging(db, now);
    const { manifest_hash } = body;
    const name = { protocol_id, manifest_hash };
    const manifest = await manifestByName(db, name);
    const publication = { manifest_hash, status: 'published' as const };
    if (manifest.status === 'published') return respond(200, { ...publication, idempotent: true });
    checkStaging(manifest);
    // Staged files were checked when they were uploaded, so only their completeness is checked here.
    const pathsInStaging = new Set(await stagedPaths(db, name));
    const missingPaths = manifest.files.map(({ path }) => path).filter((path) => !pathsInStaging.has(path));
    if (missingPaths.length > 0) {
      throw requestError(
        'manifest_incomplete',
        `${missingPaths.length} of ${manifest.files.length} files are missing.`,
        {
          missing: missingPaths.slice(0, 20),
        },
      );
    }
    await publishManifest(db, name);
    await recordEvent(db, { type: 'protocol_published', ...name }, 'everyone', now);
    return respond(200, { ...publication, idempotent: false });
  },
});
