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
  return library.storeSpec(protocol_id, await downloadSpec(client, protocol_id));
}

type SpecRoute = Parameters<CommunityClient['rawText']>[0];
const bundleRoute: SpecRoute = 'GET /api/v1/protocols/{protocol_id}/bundle';
const detailRoute: SpecRoute = 'GET /api/v1/protocols/{protocol_id}';

/** The spec as the community sends it; the caller verifies its hash. `specOnly` requests it without the board. */
export async function downloadSpec(
  client: CommunityClient,
  protocol_id: string,
  { specOnly = false, ...options }: CallOptions & { specOnly?: boolean } = {},
): Promise<string> {
  for (const route of specOnly ? [detailRoute] : [bundleRoute, detailRoute]) {
    const response = await client.rawText(route, protocol_id, options);
    if (response !== null) return specTextOf(response);
  }
  throw new ParlorError('protocol_missing', 'Neither this computer nor the community has the rules of this protocol.', {
    protocol_id,
  });
}

/** The original text of the spec, with numbers unchanged; some communities wrap it in a JSON string. */
function specTextOf(response: string): string {
  let specMember: string | undefined;
  try {
    specMember = memberTexts(response, { maxDepth: 64 }).get('spec_json');
  } catch {
    specMember = undefined;
  }
  if (specMember === undefined)
    throw new ParlorError('community_invalid_answer', 'The community’s response contains no spec.', {
      place: 'spec_json',
    });
  return specMember.startsWith('"') ? (JSON.parse(specMember) as string) : specMember;
}
