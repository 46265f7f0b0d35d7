import { checkManifest, manifestHashOf } from '../../../../../shared/bundle/manifest.ts';
import type { CommunityApi } from '../../../../../shared/community/contract.ts';
import type { BodyOf } from '../../../../../shared/community/define.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import {
  checkStaging,
  checkStagingCount,
  decodeUpload,
  deleteStaleStaging,
  findManifest,
  stagedPaths,
  stageFile,
} from '../../../../protocols/board-upload.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { detailedError, fieldError } from '../../../../refusals.ts';
import { locks } from '../../../../storage/locks.ts';

type Batch = BodyOf<CommunityApi['POST /api/v1/protocols/{protocol_id}/ui-batch']>;

export const postUiBatch = writeHandler('POST /api/v1/protocols/{protocol_id}/ui-batch', {
  locks: ({ params }) => [locks.protocol(params.protocol_id)],
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, { protocol_id }) {
    checkBatch(body);
    await deleteStaleStaging(db, now);
    const { manifest_hash, manifest } = body;
    const name = { protocol_id, manifest_hash };
    const existingManifest = await findManifest(db, name);
    if (existingManifest) checkStaging(existingManifest);
    else await checkStagingCount(db, protocol_id, now);
    await db
      .insertInto('ui_manifest')
      .values({ ...name, status: 'staging', files: JSON.stringify(manifest.files), staged_at: now })
      .onConflict((conflict) => conflict.columns(['protocol_id', 'manifest_hash']).doUpdateSet({ staged_at: now }))
      .execute();
    for (const [i, file] of body.files.entries()) {
      await stageFile(db, name, file.path, decodeUpload(manifest.files, file, `/files/${i}`));
    }
    const staging_files = (await stagedPaths(db, name)).length;
    return respond(200, { manifest_hash, status: 'staging' as const, staging_files });
  },
});

function checkBatch({ manifest_hash, manifest, files }: Batch): void {
  const errors = checkManifest(manifest.files);
  if (errors.length > 0) throw detailedError('invalid_field', errors, { parent: '/manifest' });
  if (manifestHashOf(manifest.files) !== manifest_hash)
    throw fieldError('/manifest_hash', 'is not the hash of the manifest');
  const seenPaths = new Set<string>();
  for (const [i, { path }] of files.entries()) {
    if (seenPaths.has(path)) throw fieldError(`/files/${i}/path`, 'occurs twice');
    seenPaths.add(path);
  }
}
