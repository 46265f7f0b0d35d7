/** A protocol's ancestors and its family, from the community and this computer. */
import type { Lineage } from '../../shared/bridge/contract.ts';
import { timesToMillis } from '../../shared/bridge/times.ts';
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { toProblem } from '../../shared/errors.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';
import type { LibraryProtocol } from './library.ts';
import { governanceOfSpec, type ProtocolContext, shortenedText } from './protocol-views.ts';

/** Pages of a family that are requested. */
const maxPages = 3;
/** Limits the chain of parents, which may contain a cycle. */
const maxAncestors = 20;

export type Relative = Lineage['relatives'][number];

/** Contains only this computer's data if `client` is null (there is no key yet) or its calls fail. */
export async function lineageOf(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Lineage> {
  try {
    return { ...(await collectRelatives(context, client, protocol)), community_problem: null };
  } catch (error) {
    const community_problem = toProblem(error) as Lineage['community_problem'];
    return { ...(await collectRelatives(context, null, protocol)), community_problem };
  }
}

async function collectRelatives(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<Omit<Lineage, 'community_problem'>> {
  const { protocol_id } = protocol;
  const summary = client && (await requestSummary(client, protocol_id));
  const subject = summary ? fromCommunity(context, summary) : fromLibrary(context, protocol);
  const relatives = new Map([[protocol_id, subject]]);
  let isComplete = true;
  if (subject.family !== null) {
    for (const localProtocol of context.library.list()) {
      const relative = fromLibrary(context, localProtocol);
      if (relative.family === subject.family && !relatives.has(relative.protocol_id))
        relatives.set(relative.protocol_id, relative);
    }
    if (client) isComplete = await addFamily(context, client, subject.family, relatives);
  }
  let parent = subject.parent_protocol_id;
  for (let step = 0; parent !== null && step < maxAncestors; step += 1) {
    const knownRelative = relatives.get(parent);
    const ancestor = knownRelative ?? (await findAncestor(context, client, parent));
    if (!ancestor) break;
    if (!knownRelative) relatives.set(parent, ancestor);
    parent = ancestor.parent_protocol_id;
  }
  return { protocol_id, family: subject.family, relatives: [...relatives.values()], whole: isComplete };
}

/** Adds the community's members of a family, which replace local data. Returns false if there are more pages. */
export async function addFamily(
  context: ProtocolContext,
  client: CommunityClient,
  family: string,
  relatives: Map<string, Relative>,
): Promise<boolean> {
  let isComplete = false;
  const pages = readPages(maxPages, (query) =>
    client.call('GET /api/v1/protocols', { query: { family, limit: 100, ...query } }),
  );
  for await (const page of pages) {
    for (const summary of page.results) relatives.set(summary.protocol_id, fromCommunity(context, summary));
    isComplete = page.next_cursor === null;
  }
  return isComplete;
}

async function findAncestor(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol_id: string,
): Promise<Relative | null> {
  const localProtocol = context.library.get(protocol_id);
  if (localProtocol) return fromLibrary(context, localProtocol);
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
  const { created_at } = timesToMillis({ created_at: summary.created_at });
  const isLocal = library.get(protocol_id) !== null;
  return {
    protocol_id,
    name: shortenedText(name),
    status,
    family,
    parent_protocol_id,
    author_public_key,
    created_at,
    here: isLocal,
  };
}

function fromLibrary({ library, catalogue }: ProtocolContext, protocol: LibraryProtocol): Relative {
  const { protocol_id, spec } = protocol;
  const entry = catalogue.get(protocol_id);
  const { family, status, parent_protocol_id } = entry ?? governanceOfSpec(protocol);
  return {
    protocol_id,
    name: shortenedText(spec.name ?? protocol_id),
    status,
    family,
    parent_protocol_id,
    author_public_key: entry?.author_public_key ?? null,
    created_at: null,
    here: library.get(protocol_id) !== null,
  };
}
