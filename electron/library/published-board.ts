/** Downloads the board that a protocol's author published, with the user's consent. */
import { ParlorError } from '../../shared/errors.ts';
import { type CallOptions, type CommunityClient, nullIfNotFound } from '../community/client.ts';
import type { Board } from './board.ts';
import type { Library, LibraryProtocol } from './library.ts';
import { verifyBoard, verifyFile } from './verify-board.ts';

const bundleTimeoutMs = 60_000;

/**
 * Downloads, verifies and stores the published board. Returns the protocol unchanged if none is published. Rejects
 * `bundle_invalid`, also if the manifest hash is not `agreedHash`, and the client's errors; nothing is stored then.
 */
export async function fetchBoard(
  client: CommunityClient,
  library: Library,
  protocol: LibraryProtocol,
  agreedHash?: string,
): Promise<LibraryProtocol> {
  if (protocol.board) return protocol;
  const board = await downloadBoard(client, protocol.protocol_id);
  if (board && agreedHash !== undefined && board.manifest_hash !== agreedHash) {
    throw new ParlorError(
      'bundle_invalid',
      'The author has published another board in the meantime, so none was stored.',
    );
  }
  return board ? library.storeBoard(protocol.protocol_id, board, client.url ?? '') : protocol;
}

/** The published board, verified but not stored; null if none is published or the community has no bundles. */
export async function downloadBoard(
  client: CommunityClient,
  protocol_id: string,
  options: CallOptions = {},
): Promise<Board | null> {
  const body = await client
    .call(
      'GET /api/v1/protocols/{protocol_id}/bundle',
      { params: { protocol_id } },
      { timeoutMs: bundleTimeoutMs, ...options },
    )
    .then((response) => response.body, nullIfNotFound);
  if (!body?.ui_manifest_hash) return null;
  const bytesByPath = new Map(body.ui_files.map((file) => [file.path, verifyFile(file)]));
  if (bytesByPath.size !== body.ui_files.length)
    throw new ParlorError('bundle_invalid', 'The board lists a file twice.');
  return verifyBoard(bytesByPath, body.ui_manifest_hash, { source: 'platform', author: body.author_public_key });
}
