/** A board: the files of a UI bundle, held in memory once every byte fitted its manifest. */
import { createHash } from 'node:crypto';
import { checkManifest, contentTypeOf, type ManifestFile, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';

export interface Board {
  /** On this computer already, published by the protocol's author, or given by the host for one table. */
  source: 'local' | 'platform' | 'host_p2p';
  manifest_hash: string;
  author: string;
  files: ReadonlyMap<string, { bytes: Uint8Array; type: string }>;
  size_bytes: number;
}

/** The first page of a board. */
const entry = 'index.html';

/** Makes a board of files that came from somewhere. Throws `bundle_invalid` where they break a rule or are not those of `manifest_hash`. */
export function boardOfFiles(
  bytesByPath: ReadonlyMap<string, Uint8Array>,
  manifest_hash: string,
  { source, author }: Pick<Board, 'source' | 'author'>,
): Board {
  const manifest = [...bytesByPath].map(([path, bytes]) => fileOf(path, bytes));
  const [first] = checkManifest(manifest);
  if (first) {
    throw new ParlorError('bundle_invalid', `The board breaks a rule: ${first.message}`, { pointer: first.pointer });
  }
  const actual = manifestHashOf(manifest);
  if (actual !== manifest_hash) {
    throw new ParlorError('bundle_invalid', 'The board’s files are not those of its hash, so it is not shown.', {
      expected: manifest_hash,
      actual,
    });
  }
  if (!bytesByPath.has(entry)) throw new ParlorError('bundle_invalid', `The board has no ${entry}.`);
  // checkManifest let only known extensions pass.
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

/** A file's entry in its manifest; the native hash takes a tenth of the time of the one in shared/. */
export function fileOf(path: string, bytes: Uint8Array): ManifestFile {
  return { path, content_hash: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length };
}

/** The bytes of one file as it came, base64 and claims. Throws `bundle_invalid`. */
export function bytesOfFile({
  path,
  content_hash,
  size_bytes,
  content_base64,
}: ManifestFile & { content_base64: string }): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(content_base64, 'base64'));
  if (bytes.length !== size_bytes || fileOf(path, bytes).content_hash !== content_hash) {
    throw new ParlorError('bundle_invalid', 'A file of the board does not fit its size or hash.', { path });
  }
  return bytes;
}
