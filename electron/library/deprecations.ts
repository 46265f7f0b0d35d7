/** Why the author of a protocol advises against new tables, and what follows it. */
import type { Deprecation } from '../../shared/bridge/contract.ts';
import { successorOf } from '../../shared/protocol/successor.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { addFamily, type Relative } from './lineage.ts';
import { type ProtocolContext, shortenedText } from './protocol-views.ts';

/** Requests at once to a community that answers about one protocol only. */
const concurrency = 2;

/**
 * Those of these protocols that are deprecated. Bundled ones never are: whoever registered them first at a community is not their author.
 * Rejects what the community rejects.
 */
export async function deprecationsAmong(
  context: ProtocolContext,
  client: CommunityClient,
  protocol_ids: readonly string[],
): Promise<Deprecation[]> {
  const ids = protocol_ids.filter((id) => context.library.get(id)?.source !== 'bundled');
  if (ids.length === 0) return [];
  const { body: version } = await client.call('GET /api/v1/version', {});
  if (version.limits.deprecations_page === undefined) return oneByOne(context, client, ids);
  const { body } = await client.call('GET /api/v1/protocols/deprecated', { query: { protocol_ids: ids } });
  return body.results.map(({ protocol_id, deprecated_reason, successor }) => ({
    ...{ protocol_id, reason: deprecated_reason },
    successor: successor && presentSuccessor(context, successor),
  }));
}

async function oneByOne(
  context: ProtocolContext,
  client: CommunityClient,
  ids: readonly string[],
): Promise<Deprecation[]> {
  const results: (Deprecation | null)[] = [];
  for (let start = 0; start < ids.length; start += concurrency) {
    const batch = ids.slice(start, start + concurrency);
    results.push(...(await Promise.all(batch.map((id) => requestDeprecation(context, client, id)))));
  }
  return results.filter((result) => result !== null);
}

async function requestDeprecation(
  context: ProtocolContext,
  client: CommunityClient,
  protocol_id: string,
): Promise<Deprecation | null> {
  const governance = await client
    .call('GET /api/v1/protocols/{protocol_id}/governance', { params: { protocol_id } })
    .then(({ body }) => body, nullIfNotFound);
  if (governance?.status !== 'deprecated') return null;
  const family = new Map<string, Relative>();
  if (governance.family !== null) await addFamily(context, client, governance.family, family);
  const successor = successorOf(governance, [...family.values()]);
  return {
    ...{ protocol_id, reason: governance.deprecated_reason },
    successor: successor && presentSuccessor(context, successor),
  };
}

const presentSuccessor = (
  { library }: ProtocolContext,
  { protocol_id, name }: { protocol_id: string; name: string },
): Deprecation['successor'] => ({
  protocol_id,
  name: shortenedText(name),
  here: library.get(protocol_id) !== null,
});
