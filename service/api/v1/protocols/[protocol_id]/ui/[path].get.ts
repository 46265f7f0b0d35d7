import { contentTypeOf } from '../../../../../../shared/bundle/manifest.ts';
import { boardSecurityHeaders } from '../../../../../../shared/bundle/security-headers.ts';
import { etagMatches } from '../../../../../http/etag.ts';
import { type ResponseHeaders, readHandler, respond } from '../../../../../http/handler.ts';
import { publishedFiles } from '../../../../../protocols/board-upload.ts';
import { requestError } from '../../../../../refusals.ts';

/** Bundles are untrusted code: a file opened directly may only render itself, and may not be framed. */
const sandboxHeaders: ResponseHeaders = {
  ...boardSecurityHeaders("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const getUiFile = readHandler('GET /api/v1/protocols/{protocol_id}/ui/{path}', {
  async handle(db, { params, query, headers }) {
    const file = await publishedFiles(db, params.protocol_id)
      .where('ui_file.path', '=', params.path)
      .executeTakeFirst();
    if (!file || (query.manifest !== undefined && query.manifest !== file.manifest_hash)) {
      throw requestError('not_found', 'The protocol has no such published file.');
    }
    const etag = `"${contentHashOf(file.files, params.path)}"`;
    const cacheHeaders = {
      ...sandboxHeaders,
      ETag: etag,
      // Without the manifest in the URL, the next publication may change the content.
      'Cache-Control': `private, max-age=31536000${query.manifest === undefined ? '' : ', immutable'}`,
    };
    if (etagMatches(etag, headers['if-none-match'])) return { ...respond(304, undefined), headers: cacheHeaders };
    return {
      ...respond(200, file.content),
      headers: { ...cacheHeaders, 'Content-Type': contentTypeOf(params.path)! },
    };
  },
});

const contentHashOf = (files: string, path: string): string =>
  (JSON.parse(files) as { path: string; content_hash: string }[]).find((file) => file.path === path)!.content_hash;
