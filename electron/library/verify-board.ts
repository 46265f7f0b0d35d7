/** Verifies the files of a board against its manifest hash. */
import { checkManifest, contentTypeOf, type ManifestFile, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type Board, entryPage, manifestEntry, manifestOfBytes } from './board.ts';

const problemsMax = 20;

/** Throws `bundle_invalid` if they violate a rule or do not match `manifest_hash`. */
export function verifyBoard(
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
    throw new ParlorError('bundle_invalid', `The board violates a rule: ${lines.slice(0, problemsMax).join('; ')}`, {
      pointer,
      errors: problems.slice(0, problemsMax),
    });
  }
  const actualHash = manifestHashOf(manifest);
  if (actualHash !== manifest_hash) {
    throw new ParlorError('bundle_invalid', 'The board’s files do not match its hash, so it is not shown.', {
      expected: manifest_hash,
      actual: actualHash,
    });
  }
  if (!bytesByPath.has(entryPage)) throw new ParlorError('bundle_invalid', `The board has no ${entryPage}.`);
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

/** Decodes a received file and verifies its size and hash. Throws `bundle_invalid`. */
export function verifyFile({
  path,
  content_hash,
  size_bytes,
  content_base64,
}: ManifestFile & { content_base64: string }): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(content_base64, 'base64'));
  if (bytes.length !== size_bytes || manifestEntry(path, bytes).content_hash !== content_hash) {
    throw new ParlorError('bundle_invalid', 'A file of the board does not match its size or hash.', { path });
  }
  return bytes;
}
