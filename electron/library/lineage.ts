/** What a protocol comes from and who shares its family, as the community and this computer know it. */
import type { Lineage } from '../../shared/bridge/contract.ts';
import { inMillis } from '../../shared/bridge/times.ts';
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';
import type { LibraryProtocol } from './library.ts';
import { governanceOfSpec, type Shelf } from './present.ts';

/** Pages of a family that are read, and steps back through its parents. */
const pagesMax = 3;
const forebearsMax = 20;

type Relative = Lineage['relatives'][number];

/** `client` is null before there is a key: then, as without an answer, what is on this computer is told. */
export async function lineageOf(
  shelf: Shelf,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Lineage> {
  try {
    return { ...(await gather(shelf, client, protocol)), community_problem: null };
  } catch (error) {
    const community_problem = toProblem(error) as Lineage['community_problem'];
    return { ...(await gather(shelf, null, protocol)), community_problem };
  }
}

async function gather(
  shelf: Shelf,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Omit<Lineage, 'community_problem'>> {
  const { protocol_id } = protocol;
  const told = client && (await ask(client, protocol_id));
  const own = told ? ofCommunity(shelf, told) : ofShelf(shelf, protocol);
  const found = new Map([[protocol_id, own]]);
  let whole = true;
  if (own.family !== null) {
    for (const kept of shelf.library.list()) {
      const relative = ofShelf(shelf, kept);
      if (relative.family === own.family && !found.has(relative.protocol_id)) found.set(relative.protocol_id, relative);
    }
    if (client) whole = await addFamily(shelf, client, own.family, found);
  }
  let parent = own.parent_protocol_id;
  for (let step = 0; parent !== null && step < forebearsMax; step += 1) {
    const known = found.get(parent);
    const forebear = known ?? (await forebearOf(shelf, client, parent));
    if (!forebear) break;
    if (!known) found.set(parent, forebear);
    parent = forebear.parent_protocol_id;
  }
  return { protocol_id, family: own.family, relatives: [...found.values()], whole };
}

/** What the community says of the family stands over what was known here. False where it has more. */
async function addFamily(
  shelf: Shelf,
  client: CommunityClient,
  family: string,
  found: Map<string, Relative>,
): Promise<boolean> {
  let cursor: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const query: { family: string; limit: number; cursor?: string } = { family, limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const { body } = await client.call('GET /api/v1/protocols', { query });
    for (const summary of body.results) found.set(summary.protocol_id, ofCommunity(shelf, summary));
    cursor = body.next_cursor;
    if (cursor === null) return true;
  }
  return false;
}

async function forebearOf(shelf: Shelf, client: CommunityClient | null, protocol_id: string): Promise<Relative | null> {
  const kept = shelf.library.get(protocol_id);
  if (kept) return ofShelf(shelf, kept);
  const told = client && (await ask(client, protocol_id));
  return told ? ofCommunity(shelf, told) : null;
}

async function ask(client: CommunityClient, protocol_id: string): Promise<ProtocolSummary | null> {
  try {
    return (await client.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } })).body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') return null;
    throw error;
  }
}

function ofCommunity({ library }: Shelf, summary: ProtocolSummary): Relative {
  const { protocol_id, name, author_public_key, governance } = summary;
  const { family, status, parent_protocol_id } = governance;
  const { created_at } = inMillis({ created_at: summary.created_at });
  const here = library.get(protocol_id) !== null;
  return { protocol_id, name, status, family, parent_protocol_id, author_public_key, created_at, here };
}

function ofShelf({ library, catalogue }: Shelf, protocol: LibraryProtocol): Relative {
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
