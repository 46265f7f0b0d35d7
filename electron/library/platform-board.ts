/** The board that a protocol's author published at the community: fetched on a person's word, kept beside the spec. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { manifestFileOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import type { CommunityClient } from '../community/client.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { type Board, boardOfFiles, bytesOfFile } from './board.ts';
import { type Library, type LibraryProtocol, readFolder } from './library.ts';

/** What is known of a kept board besides its files. */
const sidecarSchema = z.object({
  ui_manifest_hash: hex64,
  source_kind: z.literal('platform'),
  source_server: z.string(),
  author: hex64,
  fetched_at: z.int(),
  files: z.array(z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() })),
});

const bundleMs = 60_000;

/**
 * Fetches, verifies and only then keeps the published board. Resolves the protocol as it was where none is published or the community has no
 * bundles; rejects `bundle_invalid`, also where it is not the one with the manifest hash `agreed`, and the client's errors, and nothing
 * was written then.
 */
export async function fetchBoard(
  client: CommunityClient,
  library: Library,
  protocol: LibraryProtocol,
  agreed?: string,
): Promise<LibraryProtocol> {
  if (protocol.board) return protocol;
  const board = await askBoard(client, protocol.protocol_id);
  if (board && agreed !== undefined && board.manifest_hash !== agreed) {
    throw new ParlorError('bundle_invalid', 'The author has published another board meanwhile, so none was kept.');
  }
  return board ? library.keepBoard(protocol.protocol_id, board, client.url ?? '') : protocol;
}

/** The published board, verified and not kept; null where none is published or the community has no bundles. */
export async function askBoard(client: CommunityClient, protocol_id: string): Promise<Board | null> {
  const { body } = await client
    .call('GET /api/v1/protocols/{protocol_id}/bundle', { params: { protocol_id } }, { timeoutMs: bundleMs })
    .catch((error: unknown) => {
      if (error instanceof ParlorError && error.code === 'not_found') return { body: null };
      throw error;
    });
  if (!body?.ui_manifest_hash) return null;
  const bytes = new Map(body.ui_files.map((file) => [file.path, bytesOfFile(file)]));
  if (bytes.size !== body.ui_files.length) throw new ParlorError('bundle_invalid', 'The board names a file twice.');
  return boardOfFiles(bytes, body.ui_manifest_hash, { source: 'platform', author: body.author_public_key });
}

/** Puts a verified board into a protocol's folder, whole or not at all. */
export async function writeBoard(folder: string, board: Board, source_server: string): Promise<void> {
  const fresh = join(folder, 'ui.new');
  await removeBoard(folder);
  for (const [path, { bytes }] of board.files) {
    const full = join(fresh, path);
    await mkdir(dirname(full), { recursive: true, mode: 0o700 });
    await writeFile(full, bytes, { mode: 0o600 });
  }
  await rename(fresh, join(folder, 'ui'));
  const sidecar: z.infer<typeof sidecarSchema> = {
    ui_manifest_hash: board.manifest_hash,
    source_kind: 'platform',
    source_server,
    author: board.author,
    fetched_at: Date.now(),
    files: [...board.files].map(([path, { bytes }]) => manifestFileOf(path, bytes)),
  };
  await writeFileAtomic(join(folder, 'ui.json'), new TextEncoder().encode(JSON.stringify(sidecar)), { mode: 0o600 });
}

/** The kept board, hashed again as it lies on disk; null where there is none. Throws `bundle_invalid`. */
export async function readKeptBoard(folder: string): Promise<Board | null> {
  const text = await readFile(join(folder, 'ui.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = sidecarSchema.safeParse(jsonOrNull(text));
  if (!parsed.success) throw new ParlorError('bundle_invalid', 'What is known of the kept board cannot be read.');
  const { bytesByPath } = await readFolder(join(folder, 'ui')).catch(() => ({ bytesByPath: new Map() }));
  return boardOfFiles(bytesByPath, parsed.data.ui_manifest_hash, { source: 'platform', author: parsed.data.author });
}

export async function removeBoard(folder: string): Promise<void> {
  await rm(join(folder, 'ui.json'), { force: true });
  for (const name of ['ui', 'ui.new']) await rm(join(folder, name), { recursive: true, force: true });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
