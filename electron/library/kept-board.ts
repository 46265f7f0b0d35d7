/** Stores a published board beside its spec, atomically. Hashes are verified again on reading. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { type Board, manifestOf } from './board.ts';
import { readFolder } from './read-folder.ts';
import { verifyBoard } from './verify-board.ts';

/** Metadata of a stored board. */
const sidecarSchema = z.object({
  ui_manifest_hash: hex64,
  source_kind: z.literal('platform'),
  source_server: z.string(),
  author: hex64,
  fetched_at: z.int(),
  files: z.array(z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() })),
});

/** Writes a verified board into a protocol's folder, atomically. */
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
    files: manifestOf(board),
  };
  await writeFileAtomic(join(folder, 'ui.json'), new TextEncoder().encode(JSON.stringify(sidecar)), { mode: 0o600 });
}

/** Reads and verifies the stored board; null if there is none. Throws `bundle_invalid`. */
export async function readKeptBoard(folder: string): Promise<Board | null> {
  const text = await readFile(join(folder, 'ui.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = sidecarSchema.safeParse(jsonOrNull(text));
  if (!parsed.success) throw new ParlorError('bundle_invalid', 'The metadata of the stored board cannot be read.');
  const bytesByPath = await readFolder(join(folder, 'ui')).catch(() => new Map<string, Uint8Array>());
  return verifyBoard(bytesByPath, parsed.data.ui_manifest_hash, { source: 'platform', author: parsed.data.author });
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
