/** Stores a published board beside its spec, atomically. Hashes are verified again on reading. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { ifMissing } from '../files/if-missing.ts';
import { type Board, manifestOf } from './board.ts';
import { readBoardFolder } from './board-files.ts';
import { verifyBoard } from './verify-board.ts';

/** `ui.json`: the metadata of the board in `ui/`. It is written last, so that a board without it counts as missing. */
const sidecarSchema = z.object({
  ui_manifest_hash: hex64,
  source_kind: z.literal('platform'),
  source_server: z.string(),
  author: hex64,
  fetched_at: z.int(),
  files: z.array(z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() })),
});

/** Replaces the board in a protocol's folder by a verified one. */
export async function writeBoard(folder: string, board: Board, source_server: string): Promise<void> {
  const newFolder = join(folder, 'ui.new');
  await removeBoard(folder);
  for (const [path, { bytes }] of board.files) {
    const target = join(newFolder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { mode: 0o600 });
  }
  await rename(newFolder, join(folder, 'ui'));
  const sidecar: z.infer<typeof sidecarSchema> = {
    ui_manifest_hash: board.manifest_hash,
    source_kind: 'platform',
    source_server,
    author: board.author,
    fetched_at: Date.now(),
    files: manifestOf(board),
  };
  await writeFileAtomic(join(folder, 'ui.json'), JSON.stringify(sidecar));
}

/** Reads and verifies the stored board; null if there is none. Throws `bundle_invalid`. */
export async function readStoredBoard(folder: string): Promise<Board | null> {
  const text = await readForeignText(join(folder, 'ui.json'), ownFile.value).catch(ifMissing(null));
  if (text === null) return null;
  const parsed = sidecarSchema.safeParse(jsonOrNull(text));
  if (!parsed.success) throw new ParlorError('bundle_invalid', 'The metadata of the stored board cannot be read.');
  const bytesByPath = (await readBoardFolder(join(folder, 'ui'))) ?? new Map<string, Uint8Array>();
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
