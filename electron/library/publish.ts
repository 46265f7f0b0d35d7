/** Makes a bundled protocol known to a community: registers it and puts it into its rated family. Safe to repeat. */
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { CommunityClient } from '../community/client.ts';
import type { LibraryProtocol } from './library.ts';

export async function publishBundled(client: CommunityClient, protocol: LibraryProtocol): Promise<void> {
  const { protocol_id, spec, specText } = protocol;
  const name = spec.name ?? protocol_id;
  try {
    await client.call('POST /api/v1/protocols', {
      body: {
        protocol_id,
        name,
        description: spec.description ?? '',
        type: spec.type ?? 'protocol',
        spec_json: JSON.parse(specText) as JsonObject,
      },
    });
  } catch (error) {
    if (!(error instanceof ParlorError && error.code === 'already_exists')) throw error;
  }
  const governance = await client.call('GET /api/v1/protocols/{protocol_id}/governance', { params: { protocol_id } });
  if (governance.body.family !== null || spec.type !== 'game') return;
  try {
    await client.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params: { protocol_id },
      body: { family: `game:${spec.family ?? 'parlor'}`, status: 'active' },
    });
  } catch (error) {
    // Another member of the house registered it and is its author; that one sets the family.
    if (!(error instanceof ParlorError && error.code === 'not_owner')) throw error;
  }
}
