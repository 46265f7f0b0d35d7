import { createHash } from 'node:crypto';
import { etagMatches } from '../http/etag.ts';
import { read, respond } from '../http/handler.ts';
import { describeApi } from './openapi.ts';

/** Built at the first request. */
let cached: { bytes: Uint8Array; etag: string } | null = null;

export const getDescription = read('GET /openapi.json', {
  async handle(_, { headers }) {
    cached ??= buildDescription();
    const { bytes, etag } = cached;
    const cacheHeaders = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
    if (etagMatches(etag, headers['if-none-match'])) return { ...respond(304, undefined), headers: cacheHeaders };
    return { ...respond(200, bytes), headers: { ...cacheHeaders, 'Content-Type': 'application/json' } };
  },
});

function buildDescription() {
  const bytes = Buffer.from(JSON.stringify(describeApi()));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
