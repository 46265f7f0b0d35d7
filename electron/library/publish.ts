/** Makes protocols and their boards known to a community. Everything here may be done again: what is there stays as it is. */
import type { ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import type { CommunityClient } from '../community/client.ts';
import { type Board, manifestOf } from './board.ts';
import type { LibraryProtocol } from './library.ts';

/** Registers a spec. `fresh` is false where the community has it already, under whichever author. */
export async function registerProtocol(
  client: CommunityClient,
  protocol_id: string,
  specText: string,
): Promise<{ protocol: ProtocolSummary; fresh: boolean }> {
  const { spec } = readSpec(specText);
  try {
    const { body } = await client.call('POST /api/v1/protocols', {
      body: {
        protocol_id,
        name: spec.name ?? protocol_id,
        description: spec.description ?? '',
        type: spec.type ?? 'protocol',
        spec_json: exactJson(specText),
      },
    });
    return { protocol: body, fresh: true };
  } catch (error) {
    if (!(error instanceof ParlorError && error.code === 'already_exists')) throw error;
  }
  const { body } = await client.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id } });
  const { spec_json: _, ...protocol } = body;
  return { protocol, fresh: false };
}

/** JSON that JSON.stringify writes with its numbers as they were written: ids tell `1` from `1.0`. */
function exactJson(text: string): JsonObject {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };
  type Exact = (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
  return (JSON.parse as Exact)(text, (_, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  ) as JsonObject;
}

const uploadMs = 60_000;

/** Publishes a board of the caller's own protocol; `idempotent` where it is the published one already. */
export async function publishBoard(client: CommunityClient, protocol_id: string, board: Board) {
  const params = { protocol_id };
  const { manifest_hash } = board;
  const manifest = { files: manifestOf(board) };
  const files = manifest.files.map((file) => ({
    ...file,
    content_base64: Buffer.from(board.files.get(file.path)!.bytes).toString('base64'),
  }));
  try {
    await client.call(
      'POST /api/v1/protocols/{protocol_id}/ui-batch',
      { params, body: { manifest_hash, manifest, files } },
      { timeoutMs: uploadMs },
    );
  } catch (error) {
    // Perhaps it was published, and only the answer got lost: the next call says.
    if (!(error instanceof ParlorError && error.code === 'manifest_closed')) throw error;
  }
  const { body } = await client.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
    params,
    body: { manifest_hash },
  });
  return body;
}

/** Registers a bundled protocol and puts it into its rated family. */
export async function publishBundled(client: CommunityClient, { protocol_id, spec, specText }: LibraryProtocol) {
  await registerProtocol(client, protocol_id, specText);
  const params = { protocol_id };
  const governance = await client.call('GET /api/v1/protocols/{protocol_id}/governance', { params });
  if (governance.body.family !== null || spec.type !== 'game') return;
  try {
    await client.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params,
      body: { family: `game:${spec.family ?? 'parlor'}`, status: 'active' },
    });
  } catch (error) {
    // Another member of the house registered it and is its author; that one sets the family.
    if (!(error instanceof ParlorError && error.code === 'not_owner')) throw error;
  }
}
