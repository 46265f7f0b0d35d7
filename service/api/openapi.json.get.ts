import { createHash } from 'node:crypto';
import { etagMatches } from '../http/etag.ts';
import { readHandler, respond } from '../http/handler.ts';
import { describeApi } from './openapi.ts';

/** Built at the first request. */
let cachedDescription: { bytes: Uint8Array; etag: string } | null = null;

export const getDescription = readHandler('GET /openapi.json', {
  async handle(_, { headers }) {
    cachedDescription ??= buildDescription();
    const { bytes, etag } = cachedDescription;
    const cacheHeaders = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
    if (etagMatches(etag, headers['if-none-match'])) return { ...respond(304, undefined), headers: cacheHeaders };
    return { ...respond(200, bytes), headers: { ...cacheHeaders, 'Content-Type': 'application/json' } };
  },
});

function buildDescription() {
  const bytes = Buffer.from(JSON.stringify(describeApi()));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
