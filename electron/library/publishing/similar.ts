/** Compares a draft with the protocols of this computer and of the community, before it is published. */
import type { PublishGovernance } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import type { ProtocolSummary } from '../../../shared/community/protocol-shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { type KnownSpec, type PreflightOptions, preflight } from '../../../shared/protocol/preflight.ts';
import { type CommunityClient, nullIfNotFound } from '../../community/client.ts';
import { downloadSpec } from '../download-spec.ts';
import { readProtocol } from '../library.ts';
import { governanceOfSpec, type ProtocolContext } from '../protocol-views.ts';
import type { Comparison } from './publication.ts';

/** Maximum number of pages of the community's newest protocols that are compared. */
const pagesMax = 3;
/** Maximum number of specs that are downloaded, those of the highest-ranked protocols. */
const specsMax = 24;

/** Rejects the client's errors. A protocol whose spec cannot be read is omitted. */
export async function compareWithCommunity(
  context: ProtocolContext,
  client: CommunityClient,
  specText: string,
  options: PreflightOptions,
  signal?: AbortSignal,
): Promise<Comparison> {
  const draft = readProtocol(protocolIdOf(specText), specText, 'folder');
  const declaredGovernance = governanceOfSpec(draft);
  const family = options.family ?? declaredGovernance.family;
  const summaries = await requestCandidates(client, draft.protocol_id, family, signal);
  const nearestSummaries = summaries
    .map((summary) => ({ summary, rank: rankOf(summary, draft.spec.name ?? '', family, declaredGovernance.tags) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, specsMax)
    .map(({ summary }) => summary);
  const published = (
    await Promise.all(nearestSummaries.map((summary) => requestSpec(context, client, summary, signal)))
  ).filter((spec) => spec !== null);
  const ids = new Set(published.map(({ protocol_id }) => protocol_id));
  const local = knownSpecs(context).filter(({ protocol_id }) => !ids.has(protocol_id));
  const result = preflight(specText, [...published, ...local], { ...options, ...(family !== null && { family }) });
  const registration = summaries.find(({ protocol_id }) => protocol_id === draft.protocol_id);
  return {
    preflight: result,
    // A registration whose governance was never declared has the defaults.
    governance: registration?.governance.family
      ? await requestGovernance(client, registration, signal)
      : suggestedGovernance(declaredGovernance, family, result.nearest, summaries),
    registered: registration ? (registration.author_public_key === context.ownKey ? 'own' : 'foreign') : null,
  };
}

/** The draft itself if it is registered, its family, and the newest others. */
async function requestCandidates(
  client: CommunityClient,
  protocol_id: string,
  family: string | null,
  signal: AbortSignal | undefined,
): Promise<ProtocolSummary[]> {
  const options = signal ? { signal } : {};
  const summaries = new Map<string, ProtocolSummary>();
  const addPage = async (query: { family?: string; cursor?: string }) => {
    const { body } = await client.call(
      'GET /api/v1/protocols',
      { query: { limit: limits.list_page, ...query } },
      options,
    );
    for (const summary of body.results) summaries.set(summary.protocol_id, summary);
    return body.next_cursor;
  };
  if (family !== null) await addPage({ family });
  let cursor: string | null = await addPage({});
  for (let pages = 1; cursor !== null && pages < pagesMax; pages += 1) cursor = await addPage({ cursor });
  if (cursor !== null && !summaries.has(protocol_id)) {
    const response = await client
      .call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } }, options)
      .catch(nullIfNotFound);
    if (response) summaries.set(protocol_id, response.body);
  }
  return [...summaries.values()];
}

/** Ranks the draft's family first, then protocols of its name, then those that share a tag. */
function rankOf(
  { name, governance }: ProtocolSummary,
  draftName: string,
  family: string | null,
  tags: string[],
): number {
  const withoutPrefix = (text: string | null) => text?.replace(/^game:/, '') ?? null;
  const familyRank = family !== null && withoutPrefix(governance.family) === withoutPrefix(family) ? 4 : 0;
  const nameRank = draftName !== '' && name.toLowerCase() === draftName.toLowerCase() ? 2 : 0;
  return familyRank + nameRank + (governance.tags.some((tag) => tags.includes(tag)) ? 1 : 0);
}

async function requestSpec(
  { library }: ProtocolContext,
  client: CommunityClient,
  { protocol_id, governance: { family } }: ProtocolSummary,
  signal: AbortSignal | undefined,
): Promise<KnownSpec | null> {
  try {
    const specText =
      library.get(protocol_id)?.specText ??
      readProtocol(
        protocol_id,
        await downloadSpec(client, protocol_id, { specOnly: true, ...(signal && { signal }) }),
        'cached',
      ).specText;
    return { protocol_id, specText, family };
  } catch (error) {
    const ignoredCodes = ['spec_mismatch', 'spec_unsupported', 'protocol_missing', 'community_invalid_answer'];
    if (error instanceof ParlorError && ignoredCodes.includes(error.code)) return null;
    throw error;
  }
}

/** All protocols on this computer, for comparison with a new spec. */
export function knownSpecs({ library, catalogue }: ProtocolContext): KnownSpec[] {
  return library.list().map((protocol) => ({
    protocol_id: protocol.protocol_id,
    specText: protocol.specText,
    family: (catalogue.get(protocol.protocol_id) ?? governanceOfSpec(protocol)).family,
  }));
}

/** With the reasons, which lists don't have. */
async function requestGovernance(
  client: CommunityClient,
  { protocol_id, governance }: ProtocolSummary,
  signal: AbortSignal | undefined,
): Promise<PublishGovernance> {
  const path = 'GET /api/v1/protocols/{protocol_id}/governance';
  const { body } = await client.call(path, { params: { protocol_id } }, signal ? { signal } : {});
  const { created_reason, deprecated_reason } = body;
  return { ...governance, created_reason, deprecated_reason };
}

/** An existing family accepts new members only with a parent from it: suggests the most similar member, otherwise the newest. */
function suggestedGovernance(
  declaredGovernance: Omit<PublishGovernance, 'created_reason' | 'deprecated_reason'>,
  family: string | null,
  nearest: Comparison['preflight']['nearest'],
  summaries: readonly ProtocolSummary[],
): PublishGovernance {
  const members = summaries.filter(({ governance }) => family !== null && governance.family === family);
  const nearestMember = nearest.find(({ protocol_id }) => members.some((member) => member.protocol_id === protocol_id));
  const parent_protocol_id = nearestMember?.protocol_id ?? members[0]?.protocol_id ?? null;
  return { ...declaredGovernance, family, parent_protocol_id, created_reason: null, deprecated_reason: null };
}
