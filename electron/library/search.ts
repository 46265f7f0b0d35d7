/** Searches a community's protocols, page by page. */
import type { z } from 'zod';
import type { protocolSearchSchema } from '../../shared/bridge/protocols.ts';
import { timesToMillis } from '../../shared/bridge/times.ts';
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import type { CommunityClient } from '../community/client.ts';
import { shortened } from './protocol-views.ts';

export interface ProtocolQuery {
  /** Each word must occur in the name, description, family, a tag or the id, ignoring case. */
  query?: string | undefined;
  family?: string | undefined;
  status?: ProtocolSummary['governance']['status'] | undefined;
  limit?: number | undefined;
  max_pages?: number | undefined;
  cursor?: string | undefined;
}

type SearchResult = z.infer<typeof protocolSearchSchema>;

/** Returns all matches of a page, so possibly more than `limit`. */
export async function searchCommunity(
  client: CommunityClient,
  isLocal: (protocol_id: string) => boolean,
  { query = '', family, status, limit = 20, max_pages = query.trim() === '' ? 1 : 10, cursor }: ProtocolQuery,
): Promise<SearchResult> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const results: ProtocolSummary[] = [];
  let next_cursor = cursor ?? null;
  for (let pages = 0; pages < max_pages; pages += 1) {
    const { body } = await client.call('GET /api/v1/protocols', {
      query: {
        limit: words.length === 0 ? limit : 100,
        ...(next_cursor === null ? {} : { cursor: next_cursor }),
        ...(family === undefined ? {} : { family }),
        ...(status === undefined ? {} : { status }),
      },
    });
    results.push(...body.results.filter((summary) => matchesWords(summary, words)));
    next_cursor = body.next_cursor;
    if (next_cursor === null || results.length >= limit) break;
  }
  return {
    results: results.map((summary) => ({ ...timesToMillis(shortened(summary)), here: isLocal(summary.protocol_id) })),
    next_cursor,
  };
}

function matchesWords(
  { name, description, protocol_id, governance: { family, tags } }: ProtocolSummary,
  words: string[],
) {
  const text = [name, description, protocol_id, family ?? '', ...tags].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
