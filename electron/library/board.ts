/** A board: a UI bundle whose files were verified against its manifest and are held in memory. */
import { createHash } from 'node:crypto';
import { checkManifest, contentTypeOf, type ManifestFile, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';

/** Verified bytes of boards, held in memory, keyed by the first 32 hex digits of the manifest hash. */
export interface BoardFiles {
  get(label: string, path: string): { bytes: Uint8Array; type: string } | null;
}

export interface Board {
  /** On this computer, published by the protocol's author, or sent by the host for one table. */
  source: 'local' | 'platform' | 'host_p2p';
  manifest_hash: string;
  author: string;
  files: ReadonlyMap<string, { bytes: Uint8Array; type: string }>;
  size_bytes: number;
}

/** The page that a board starts with. */
export const entry = 'index.html';

/** Files of resources/ui-kit that a board contains copies of. */
export const kitFiles = ['parlor-board.js', 'parlor-board.css'] as const;

const problemsShown = 20;

/** Verifies files. Throws `bundle_invalid` if they violate a rule or do not match `manifest_hash`. */
export function boardOfFiles(
  bytesByPath: ReadonlyMap<string, Uint8Array>,
  manifest_hash: string,
  { source, author }: Pick<Board, 'source' | 'author'>,
): Board {
  const manifest = manifestOfBytes(bytesByPath);
  const problems = checkManifest(manifest).map(({ pointer, message }) => {
    const index = /^\/files\/(\d+)/.exec(pointer)?.[1];
    return { pointer, message, file: index === undefined ? null : (manifest[Number(index)]?.path ?? null) };
  });
  if (problems.length > 0) {
    const lines = problems.map(({ file, message }) => (file === null ? message : `${file}: ${message}`));
    const pointer = problems[0]!.pointer;
    throw new ParlorError('bundle_invalid', `The board violates a rule: ${lines.slice(0, problemsShown).join('; ')}`, {
      pointer,
      errors: problems.slice(0, problemsShown),
    });
  }
  const actual = manifestHashOf(manifest);
  if (actual !== manifest_hash) {
    throw new ParlorError('bundle_invalid', 'The board’s files do not match its hash, so it is not shown.', {
      expected: manifest_hash,
      actual,
    });
  }
  if (!bytesByPath.has(entry)) throw new ParlorError('bundle_invalid', `The board has no ${entry}.`);
  // checkManifest accepts known extensions only.
  const files = new Map([...bytesByPath].map(([path, bytes]) => [path, { bytes, type: contentTypeOf(path)! }]));
  return {
    source,
    manifest_hash,
    author,
    files,
    size_bytes: manifest.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
  };
}

export const manifestOf = ({ files }: Board): ManifestFile[] =>
  [...files].map(([path, { bytes }]) => fileOf(path, bytes));

export const manifestOfBytes = (bytesByPath: ReadonlyMap<string, Uint8Array>): ManifestFile[] =>
  [...bytesByPath].map(([path, bytes]) => fileOf(path, bytes));

/** A manifest entry. The native hash is ten times as fast as the one in shared/. */
export function fileOf(path: string, bytes: Uint8Array): ManifestFile {
  return { path, content_hash: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length };
}

/** Decodes a received file and verifies its size and hash. Throws `bundle_invalid`. */
export function bytesOfFile({
  path,
  content_hash,
  size_bytes,
  content_base64,
}: ManifestFile & { content_base64: string }): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(content_base64, 'base64'));
  if (bytes.length !== size_bytes || fileOf(path, bytes).content_hash !== content_hash) {
    throw new ParlorError('bundle_invalid', 'A file of the board does not match its size or hash.', { path });
  }
  return bytes;
}
