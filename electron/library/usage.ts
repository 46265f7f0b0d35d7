/** Usage statistics of several protocols, requested one by one because the route takes a single protocol. */
import type { ProtocolUsage } from '../../shared/bridge/contract.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';

/** Keeps the requests for a screenful of rows below a key's rate limit. */
const concurrency = 2;

/** In the given order, without protocols that the community does not know. */
export async function usageOf(client: CommunityClient, protocol_ids: readonly string[]): Promise<ProtocolUsage[]> {
  const results: (ProtocolUsage | null)[] = [];
  for (let start = 0; start < protocol_ids.length; start += concurrency) {
    const batch = protocol_ids.slice(start, start + concurrency);
    results.push(...(await Promise.all(batch.map((protocol_id) => requestUsage(client, protocol_id)))));
  }
  return results.filter((usage) => usage !== null);
}

async function requestUsage(client: CommunityClient, protocol_id: string): Promise<ProtocolUsage | null> {
  return client
    .call('GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } })
    .then(({ body }) => body, nullIfNotFound);
}
