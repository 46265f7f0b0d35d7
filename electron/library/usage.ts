/** How much protocols are used at a community, counted one by one as its routes want it. */
import type { ProtocolUsage } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';

/** So many are asked for side by side: a whole screen of rows stays below the rate of a key. */
const sideBySide = 2;

/** In the order asked for; those that the community does not know are left out. */
export async function usageOf(client: CommunityClient, protocol_ids: readonly string[]): Promise<ProtocolUsage[]> {
  const counted: (ProtocolUsage | null)[] = [];
  for (let at = 0; at < protocol_ids.length; at += sideBySide) {
    const some = protocol_ids.slice(at, at + sideBySide);
    counted.push(...(await Promise.all(some.map((protocol_id) => askUsage(client, protocol_id)))));
  }
  return counted.filter((usage) => usage !== null);
}

async function askUsage(client: CommunityClient, protocol_id: string): Promise<ProtocolUsage | null> {
  try {
    return (await client.call('GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
}
