/** Downloads a protocol's spec: by the bundle route, or by the detail route for communities without bundles. */
import { ParlorError } from '../../shared/errors.ts';
import { memberTexts } from '../../shared/json/parse.ts';
import type { CallOptions, CommunityClient } from '../community/client.ts';
import type { Library, LibraryProtocol } from './library.ts';

/**
 * Downloads and stores a protocol. Rejects `protocol_missing`, `spec_mismatch`, `spec_unsupported` and the client's errors; nothing is
 * stored then.
 */
export async function fetchProtocol(
  client: CommunityClient,
  library: Library,
  protocol_id: string,
): Promise<LibraryProtocol> {
  return library.keep(protocol_id, await downloadSpec(client, protocol_id));
}

type SpecRoute = Parameters<CommunityClient['text']>[0];
const bundleRoute: SpecRoute = 'GET /api/v1/protocols/{protocol_id}/bundle';
const detailRoute: SpecRoute = 'GET /api/v1/protocols/{protocol_id}';

/** The spec as the community sends it; the caller verifies its hash. With `alone`, the board is not downloaded with it. */
export async function downloadSpec(
  client: CommunityClient,
  protocol_id: string,
  { alone = false, ...options }: CallOptions & { alone?: boolean } = {},
): Promise<string> {
  for (const route of alone ? [detailRoute] : [bundleRoute, detailRoute]) {
    const response = await client.text(route, protocol_id, options);
    if (response !== null) return specTextOf(response);
  }
  throw new ParlorError('protocol_missing', 'Neither this computer nor the community has the rules of this protocol.', {
    protocol_id,
  });
}

/** The original text of the spec, with numbers unchanged; some communities wrap it in a JSON string. */
function specTextOf(response: string): string {
  let member: string | undefined;
  try {
    member = memberTexts(response, { maxDepth: 64 }).get('spec_json');
  } catch {
    member = undefined;
  }
  if (member === undefined)
    throw new ParlorError('community_invalid_answer', 'The community’s response contains no spec.', {
      place: 'spec_json',
    });
  return member.startsWith('"') ? (JSON.parse(member) as string) : member;
}
