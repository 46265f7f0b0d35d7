import { checkManifest, manifestHashOf } from '../../../../../shared/bundle/manifest.ts';
import type { CommunityApi } from '../../../../../shared/community/contract.ts';
import type { BodyOf } from '../../../../../shared/community/define.ts';
import { respond, write } from '../../../../http/handler.ts';
import {
  checkStaging,
  checkStagingCount,
  deleteStaleStaging,
  findManifest,
  stagedPaths,
  stageFile,
  uploadedBytes,
} from '../../../../protocols/board-upload.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { refuseField, refuseWithErrors } from '../../../../refusals.ts';

type Batch = BodyOf<CommunityApi['POST /api/v1/protocols/{protocol_id}/ui-batch']>;

export const postUiBatch = write('POST /api/v1/protocols/{protocol_id}/ui-batch', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, { protocol_id }) {
    checkBatch(body);
    await deleteStaleStaging(db, now);
    const { manifest_hash, manifest } = body;
    const name = { protocol_id, manifest_hash };
    const existing = await findManifest(db, name);
    if (existing) checkStaging(existing);
    else await checkStagingCount(db, protocol_id, now);
    await db
      .insertInto('ui_manifest')
      .values({ ...name, status: 'staging', files: JSON.stringify(manifest.files), staged_at: now })
      .onConflict((conflict) => conflict.columns(['protocol_id', 'manifest_hash']).doUpdateSet({ staged_at: now }))
      .execute();
    for (const [i, file] of body.files.entries()) {
      await stageFile(db, name, file.path, uploadedBytes(manifest.files, file, `/files/${i}`));
    }
    const staging_files = (await stagedPaths(db, name)).length;
    return respond(200, { manifest_hash, status: 'staging' as const, staging_files });
  },
});

function checkBatch({ manifest_hash, manifest, files }: Batch): void {
  const errors = checkManifest(manifest.files);
  if (errors.length > 0) throw refuseWithErrors('invalid_field', errors, { parent: '/manifest' });
  if (manifestHashOf(manifest.files) !== manifest_hash)
    throw refuseField('/manifest_hash', 'is not the hash of the manifest');
  const seen = new Set<string>();
  for (const [i, { path }] of files.entries()) {
    if (seen.has(path)) throw refuseField(`/files/${i}/path`, 'occurs twice');
    seen.add(path);
  }
}
