/** Why protocols are deprecated, and what follows them. */
import { successorOf } from '../../shared/protocol/successor.ts';
import type { Reader } from '../storage/schema.ts';
import { type ProtocolHead, selectProtocols } from './protocol.ts';

/** Bounds for each protocol, which its own author can exhaust: generations of versions, and the newest ones of each. */
const maxGenerations = 8;
const maxVersions = 20;

export async function deprecationsAmong(db: Reader, protocol_ids: readonly string[]) {
  const deprecated = await selectProtocols(db)
    .where('protocol.protocol_id', 'in', [...new Set(protocol_ids)])
    .where('protocol.status', '=', 'deprecated')
    .execute();
  const found = [];
  for (const protocol of deprecated) {
    const { protocol_id, author_public_key, deprecated_reason } = protocol;
    const versions = [protocol, ...(await laterVersions(db, protocol))];
    const successor = successorOf({ protocol_id, author_public_key }, versions);
    found.push({
      protocol_id,
      deprecated_reason,
      successor: successor && { protocol_id: successor.protocol_id, name: successor.name },
    });
  }
  return found;
}

/** The versions that the same author derived from this protocol, directly or not. */
async function laterVersions(db: Reader, { protocol_id }: ProtocolHead): Promise<ProtocolHead[]> {
  const found = new Map<string, ProtocolHead>();
  let parents = [protocol_id];
  for (let generation = 0; parents.length > 0 && generation < maxGenerations; generation += 1) {
    const children = await selectProtocols(db)
      .innerJoin('protocol as parent', (join) =>
        join
          .onRef('parent.protocol_id', '=', 'protocol.parent_protocol_id')
          .onRef('parent.author_id', '=', 'protocol.author_id'),
      )
      .where('protocol.parent_protocol_id', 'in', parents)
      .orderBy('protocol.created_at', 'desc')
      .limit(maxVersions)
      .execute();
    const unknown = children.filter(({ protocol_id }) => !found.has(protocol_id));
    for (const child of unknown) found.set(child.protocol_id, child);
    parents = unknown.map(({ protocol_id }) => protocol_id);
  }
  return [...found.values()];
}
