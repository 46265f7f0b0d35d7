/** Converts protocols to the shapes of the bridge. */

import type { z } from 'zod';
import type { ProtocolEntry, ProtocolPage } from '../../shared/bridge/contract.ts';
import { type PageArgs, pageOf } from '../../shared/bridge/pages.ts';
import { timesToMillis } from '../../shared/bridge/times.ts';
import type { governanceSummary, protocolStatus } from '../../shared/community/protocol-shapes.ts';
import { label, labels } from '../../shared/community/shapes.ts';
import { toProblem } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import { namesWinner } from '../../shared/protocol/named-winner.ts';
import { isSupportedMode, type Spec } from '../../shared/protocol/spec.ts';
import type { CommunityClient } from '../community/client.ts';
import { byHandProblem } from '../hooks/by-hand.ts';
import { type Board, manifestOf } from './board.ts';
import type { Catalogue } from './catalogue.ts';
import type { Library, LibraryProtocol } from './library.ts';

export interface ProtocolContext {
  library: Library;
  catalogue: Catalogue;
  /** Null before there is a key. */
  ownKey: string | null;
}

export async function presentEntry(context: ProtocolContext, protocol: LibraryProtocol): Promise<ProtocolEntry> {
  const { library, catalogue, ownKey } = context;
  const { protocol_id, spec, mode, board } = protocol;
  const entry = catalogue.get(protocol_id);
  const isLocal = library.get(protocol_id) !== null;
  const { author_public_key, ...governance } = entry ?? { author_public_key: null, ...governanceOfSpec(protocol) };
  const isOwn = author_public_key !== null && author_public_key === ownKey;
  // Whoever plays it there first registers it, as experimental, and doesn't maintain it.
  const isUntouched = protocol.source === 'bundled' && governance.status === 'experimental';
  return {
    protocol_id,
    name: spec.name ?? protocol_id,
    description: spec.description ?? '',
    type: spec.type ?? 'protocol',
    mode,
    playable: isSupportedMode(mode),
    source: isLocal ? sourceOf(protocol, isOwn) : 'community',
    governance: isUntouched ? { ...governance, status: 'active' } : governance,
    author_public_key,
    hooks: (await library.readHooks(protocol)).state,
    board: board && { source: board.source, manifest_hash: board.manifest_hash, author: board.author },
  };
}

function sourceOf({ source }: LibraryProtocol, isOwn: boolean): ProtocolEntry['source'] {
  if (source === 'bundled') return 'bundled';
  return isOwn ? 'own' : 'cached';
}

export async function presentList(
  context: ProtocolContext,
  args: PageArgs,
): Promise<{ protocols: ProtocolEntry[]; next: string | undefined }> {
  const idOf = ({ protocol_id }: LibraryProtocol) => protocol_id;
  const { page, next } = await pageOf(context.library.list(), idOf, args, async (protocol) =>
    shortened(await presentEntry(context, protocol)),
  );
  return { protocols: page, next };
}

/** As long as a row of a list can show; the protocol's page has the whole texts. */
export const shortened = <T extends { name: string; description: string }>(entry: T): T => ({
  ...entry,
  name: shortenedText(entry.name),
  description: shortenedText(entry.description, 1000),
});

export const shortenedText = (text: string, max = 200): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** A protocol with its data from the community; `client` is null if there is no key yet. */
export async function presentPage(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol: LibraryProtocol,
): Promise<ProtocolPage> {
  const { protocol_id, spec, specText, board, boardProblem } = protocol;
  const community = await requestCommunityData(context, client, protocol_id);
  return {
    ...(await presentEntry(context, protocol)),
    spec_text: specText,
    spec: spec as unknown as Json,
    by_hand_refusal: { host: byHandProblem(spec, 'host'), guest: byHandProblem(spec, 'guest') },
    ...(spec.type === 'game' && !namesWinner(spec) ? { names_no_winner: true } : {}),
    board: presentBoard(board),
    board_problem: boardProblem as ProtocolPage['board_problem'],
    ...community,
  };
}

export function presentBoard(board: Board | null): ProtocolPage['board'] {
  if (!board) return null;
  const { source, manifest_hash, author, size_bytes } = board;
  return { source, manifest_hash, author, size_bytes, files: manifestOf(board) };
}

type CommunityData = Pick<ProtocolPage, 'community' | 'community_problem'>;

async function requestCommunityData(
  context: ProtocolContext,
  client: CommunityClient | null,
  protocol_id: string,
): Promise<CommunityData> {
  if (!client) return { community: null, community_problem: null };
  const params = { protocol_id };
  try {
    const [governance, stats, similar] = await Promise.all([
      refreshGovernance(context, client, protocol_id),
      client.call('GET /api/v1/protocols/{protocol_id}/stats', { params }),
      client.call('GET /api/v1/protocols/{protocol_id}/similar', { params }),
    ]);
    const results = await Promise.all(
      similar.body.results.map(async (protocol) => ({
        ...protocol,
        name: await requestName(context, client, protocol.protocol_id),
      })),
    );
    const community = {
      governance: timesToMillis(governance),
      stats: stats.body,
      similar: { ...similar.body, results },
    };
    return { community, community_problem: null };
  } catch (error) {
    return { community: null, community_problem: toProblem(error) as CommunityData['community_problem'] };
  }
}

/** Requests a protocol's governance and stores it in the catalogue if the protocol is on this computer. */
export async function refreshGovernance(
  { library, catalogue }: ProtocolContext,
  client: CommunityClient,
  protocol_id: string,
) {
  const { body } = await client.call('GET /api/v1/protocols/{protocol_id}/governance', { params: { protocol_id } });
  if (library.get(protocol_id)) await catalogue.store(protocol_id, body);
  return body;
}

async function requestName(
  { library }: ProtocolContext,
  client: CommunityClient,
  protocol_id: string,
): Promise<string | null> {
  const localProtocol = library.get(protocol_id);
  const { name } = localProtocol?.spec ?? {};
  if (localProtocol) return name === undefined ? null : shortenedText(name);
  return client.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } }).then(
    ({ body }) => shortenedText(body.name),
    () => null,
  );
}

type Governance = z.infer<typeof governanceSummary>;

/** Default governance, from the spec; used until a community has provided any. */
export function governanceOfSpec({ spec, source }: LibraryProtocol): Governance {
  return {
    family: familyOf(spec),
    status: (source === 'bundled' ? 'active' : 'experimental') satisfies z.infer<typeof protocolStatus>,
    parent_protocol_id: null,
    capabilities: labelsOf(spec.capabilities),
    tags: labelsOf(spec.tags),
  };
}

/** Families of games begin with `game:` (specification, Protocols). */
export function familyOf({ family, type }: Spec): string | null {
  if (!family) return null;
  const qualified = type === 'game' && !family.startsWith('game:') ? `game:${family}` : family;
  return label.safeParse(qualified).success ? qualified : null;
}

const labelsOf = (value: unknown): string[] => labels.safeParse(value).data ?? [];
