/** Usage statistics of several protocols; the route serves one at a time. */
import type { ProtocolUsage } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';

/** Keeps a screenful of rows below the rate limit of a key. */
const concurrency = 2;

/** In the given order, without protocols that the community does not know. */
export async function usageOf(client: CommunityClient, protocol_ids: readonly string[]): Promise<ProtocolUsage[]> {
  const counted: (ProtocolUsage | null)[] = [];
  for (let at = 0; at < protocol_ids.length; at += concurrency) {
    const some = protocol_ids.slice(at, at + concurrency);
    counted.push(...(await Promise.all(some.map((protocol_id) => requestUsage(client, protocol_id)))));
  }
  return counted.filter((usage) => usage !== null);
}

async function requestUsage(client: CommunityClient, protocol_id: string): Promise<ProtocolUsage | null> {
  try {
    return (await client.call('GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
}
