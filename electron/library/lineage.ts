/** A protocol's ancestors and its family, from the community and this computer. */
import type { Lineage } from '../../shared/bridge/contract.ts';
import { inMillis } from '../../shared/bridge/times.ts';
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';
import type { LibraryProtocol } from './library.ts';
import { governanceOfSpec, type ProtocolContext } from './present.ts';

/** Limits for the pages of a family, and for the chain of parents. */
const maxPages = 3;
const maxAncestors = 20;

type Relative = Lineage['relatives'][number];

/** If `client` is null (there is no key yet) or its calls fail, only what this computer knows. */
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
  const summary = client && (await request(client, protocol_id));
  const own = summary ? fromCommunity(context, summary) : fromLibrary(context, protocol);
  const found = new Map([[protocol_id, own]]);
  let complete = true;
  if (own.family !== null) {
    for (const kept of context.library.list()) {
      const relative = fromLibrary(context, kept);
      if (relative.family === own.family && !found.has(relative.protocol_id)) found.set(relative.protocol_id, relative);
    }
    if (client) complete = await addFamily(context, client, own.family, found);
  }
  let parent = own.parent_protocol_id;
  for (let step = 0; parent !== null && step < maxAncestors; step += 1) {
    const known = found.get(parent);
    const ancestor = known ?? (await ancestorOf(context, client, parent));
    if (!ancestor) break;
    if (!known) found.set(parent, ancestor);
    parent = ancestor.parent_protocol_id;
  }
  return { protocol_id, family: own.family, relatives: [...found.values()], whole: complete };
}

/** The community's data takes precedence. False if there are more pages. */
async function addFamily(
  context: ProtocolContext,
  client: CommunityClient,
  family: string,
  found: Map<string, Relative>,
): Promise<boolean> {
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query: { family: string; limit: number; cursor?: string } = { family, limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const { body } = await client.call('GET /api/v1/protocols', { query });
    for (const summary of body.results) found.set(summary.protocol_id, fromCommunity(context, summary));
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
  const kept = context.library.get(protocol_id);
  if (kept) return fromLibrary(context, kept);
  const summary = client && (await request(client, protocol_id));
  return summary ? fromCommunity(context, summary) : null;
}

async function request(client: CommunityClient, protocol_id: string): Promise<ProtocolSummary | null> {
  try {
    return (await client.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
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
