import { bundleConfinement } from '../../../../../../shared/bundle/confinement.ts';
import { contentTypeOf } from '../../../../../../shared/bundle/manifest.ts';
import { isHeld } from '../../../../../http/etag.ts';
import { refuse } from '../../../../../http/problem.ts';
import { type AnswerHeaders, answer, read } from '../../../../../method.ts';
import type { Reader } from '../../../../../storage/schema.ts';

/** A bundle is a stranger's program: shown by itself it may do nothing but draw, and it may not be framed from here. */
const confinement: AnswerHeaders = {
  ...bundleConfinement("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const getUiFile = read('GET /api/v1/protocols/{protocol_id}/ui/{path}', {
  async act(db, { params, query, headers }) {
    const file = await publishedFile(db, params.protocol_id, params.path);
    if (!file || (query.manifest !== undefined && query.manifest !== file.manifest_hash)) {
      throw refuse('not_found', 'The protocol has no such published file.');
    }
    const etag = `"${file.content_hash}"`;
    const cached = {
      ...confinement,
      ETag: etag,
      // Without its manifest in the address, the next publication may change what stands here.
      'Cache-Control': `private, max-age=31536000${query.manifest === undefined ? '' : ', immutable'}`,
    };
    if (isHeld(etag, headers['if-none-match'])) return { ...answer(304, undefined), headers: cached };
    return {
      ...answer(200, file.content),
      headers: { ...cached, 'Content-Type': contentTypeOf(params.path)! },
    };
  },
});

async function publishedFile(db: Reader, protocol_id: string, path: string) {
  const row = await db
    .selectFrom('ui_manifest')
    .innerJoin('ui_file', (join) =>
      join
        .onRef('ui_file.protocol_id', '=', 'ui_manifest.protocol_id')
        .onRef('ui_file.manifest_hash', '=', 'ui_manifest.manifest_hash'),
    )
    .select(['ui_manifest.manifest_hash', 'ui_manifest.files', 'ui_file.content'])
    .where('ui_manifest.protocol_id', '=', protocol_id)
    .where('ui_manifest.status', '=', 'published')
    .where('ui_file.path', '=', path)
    .executeTakeFirst();
  return row && { ...row, content_hash: hashIn(row.files, path) };
}

const hashIn = (files: string, path: string): string =>
  (JSON.parse(files) as { path: string; content_hash: string }[]).find((file) => file.path === path)!.content_hash;
