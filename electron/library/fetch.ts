/** Fetches a protocol's spec from a community: the bundle route first, the detail route for a community without bundles. */
import { ParlorError } from '../../shared/errors.ts';
import { memberTexts } from '../../shared/json/parse.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Library, LibraryProtocol } from './library.ts';

/** Fetches and keeps. Rejects `protocol_missing`, `spec_mismatch` (nothing is kept then), `spec_unsupported` and the client's errors. */
export async function fetchProtocol(
  client: CommunityClient,
  library: Library,
  protocol_id: string,
): Promise<LibraryProtocol> {
  return library.keep(protocol_id, await askSpec(client, protocol_id));
}

/** The spec text as the community tells it; whoever asks checks its hash. */
export async function askSpec(client: CommunityClient, protocol_id: string): Promise<string> {
  const answer =
    (await client.text('GET /api/v1/protocols/{protocol_id}/bundle', protocol_id)) ??
    (await client.text('GET /api/v1/protocols/{protocol_id}', protocol_id));
  if (answer === null) {
    throw new ParlorError(
      'protocol_missing',
      'Neither this computer nor the community has the rules of this protocol.',
      { protocol_id },
    );
  }
  return specTextOf(answer);
}

/** The spec as it was written, number by number; some communities wrap it in a JSON string. */
function specTextOf(answer: string): string {
  let member: string | undefined;
  try {
    member = memberTexts(answer, { maxDepth: 64 }).get('spec_json');
  } catch {
    member = undefined;
  }
  if (member === undefined)
    throw new ParlorError('community_invalid_answer', 'The community’s answer holds no rules.', { place: 'spec_json' });
  return member.startsWith('"') ? (JSON.parse(member) as string) : member;
}
