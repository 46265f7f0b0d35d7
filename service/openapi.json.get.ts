import { createHash } from 'node:crypto';
import { describeApi } from './api/description.ts';
import { isHeld } from './http/etag.ts';
import { answer, read } from './method.ts';

let made: { bytes: Uint8Array; etag: string } | null = null;

export const getDescription = read('GET /openapi.json', {
  async act(_, { headers }) {
    made ??= make();
    const { bytes, etag } = made;
    const fresh = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
    if (isHeld(etag, headers['if-none-match'])) return { ...answer(304, undefined), headers: fresh };
    return { ...answer(200, bytes), headers: { ...fresh, 'Content-Type': 'application/json' } };
  },
});

/** The same for every service of this version: made at its first use, and kept. */
function make() {
  const bytes = Buffer.from(JSON.stringify(describeApi()));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
