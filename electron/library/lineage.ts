/** A protocol's ancestors and its family, from the community and this computer. */
import type { Lineage } from '../../shared/bridge/contract.ts';
import { inMillis } from '../../shared/bridge/times.ts';
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { toProblem } from '../../shared/errors.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import type { LibraryProtocol } from './library.ts';
import { governanceOfSpec, type ProtocolContext } from './protocol-views.ts';

/** Pages of a family that are requested. */
const maxPages = 3;
/** Limits the chain of parents, which may contain a cycle. */
const maxAncestors = 20;

type Relative = Lineage['relatives'][number];

/** Contains only this computer's data if `client` is null (there is no key yet) or its calls fail. */
export async function lineageOf(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Lineage> {
  try {
    return { ...(await gather(context, client, protocol)), community_problem: null };
  } catch (error) {
    const community_problem = toProblem(error) as Lineage['community_problem'];
    return { ...(await gather(context, null, protocol)), community_problem };
  }
}

async function gather(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Omit<Lineage, 'community_problem'>> {
  const { protocol_id } = protocol;
  const summary = client && (await requestSummary(client, protocol_id));
  const own = summary ? fromCommunity(context, summary) : fromLibrary(context, protocol);
  const relatives = new Map([[protocol_id, own]]);
  let complete = true;
  if (own.family !== null) {
    for (const local of context.library.list()) {
      const relative = fromLibrary(context, local);
      if (relative.family === own.family && !relatives.has(relative.protocol_id))
        relatives.set(relative.protocol_id, relative);
    }
    if (client) complete = await addFamily(context, client, own.family, relatives);
  }
  let parent = own.parent_protocol_id;
  for (let step = 0; parent !== null && step < maxAncestors; step += 1) {
    const present = relatives.get(parent);
    const ancestor = present ?? (await ancestorOf(context, client, parent));
    if (!ancestor) break;
    if (!present) relatives.set(parent, ancestor);
    parent = ancestor.parent_protocol_id;
  }
  return { protocol_id, family: own.family, relatives: [...relatives.values()], whole: complete };
}

/** Adds the community's members of a family, which replace local data. Returns false if there are more pages. */
async function addFamily(
  context: ProtocolContext,
  client: CommunityClient,
  family: string,
  relatives: Map<string, Relative>,
): Promise<boolean> {
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query: { family: string; limit: number; cursor?: string } = { family, limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const { body } = await client.call('GET /api/v1/protocols', { query });
    for (const summary of body.results) relatives.set(summary.protocol_id, fromCommunity(context, summary));
    cursor = body.next_cursor;
    if (cursor === null) return true;
  }
  return false;
}

async function ancestorOf(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol_id: string,
): Promise<Relative | null> {
  const local = context.library.get(protocol_id);
  if (local) return fromLibrary(context, local);
  const summary = client && (await requestSummary(client, protocol_id));
  return summary ? fromCommunity(context, summary) : null;
}

async function requestSummary(client: CommunityClient, protocol_id: string): Promise<ProtocolSummary | null> {
  return client
    .call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } })
    .then(({ body }) => body, nullIfNotFound);
}

function fromCommunity({ library }: ProtocolContext, summary: ProtocolSummary): Relative {
  const { protocol_id, name, author_public_key, governance } = summary;
  const { family, status, parent_protocol_id } = governance;
  const { created_at } = inMillis({ created_at: summary.created_at });
  const here = library.get(protocol_id) !== null;
  return { protocol_id, name, status, family, parent_protocol_id, author_public_key, created_at, here };
}

function fromLibrary({ library, catalogue }: ProtocolContext, protocol: LibraryProtocol): Relative {
  const { protocol_id, spec } = protocol;
  const note = catalogue.get(protocol_id);
  const { family, status, parent_protocol_id } = note ?? governanceOfSpec(protocol);
  return {
    protocol_id,
    name: spec.name ?? protocol_id,
    status,
    family,
    parent_protocol_id,
    author_public_key: note?.author_public_key ?? null,
    created_at: null,
    here: library.get(protocol_id) !== null,
  };
}
