/** UI bundles: what a manifest is, its hash, and the rules for its files. */

import { type PlacedProblem, pointerOf } from '../json/pointer.ts';
import { compareCodePoints, pythonJson } from '../json/python.ts';
import { characterCount } from '../json/utf8.ts';
import { sha256Hex } from '../signing/hash.ts';
import { bundleLimits } from './limits.ts';

export interface ManifestFile {
  /** Relative, segments parted by `/`. */
  path: string;
  /** SHA-256 of the bytes, lower-case hex. */
  content_hash: string;
  size_bytes: number;
}

/** The extensions a bundle may hold, and what each is served as. */
export const contentTypes: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The content type of a path by its extension in any case; undefined where a bundle may not hold such a file. */
export function contentTypeOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const extension = name.slice(dot).toLowerCase();
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}

/** The manifest entry of a file's bytes. */
export function manifestFileOf(path: string, bytes: Uint8Array): ManifestFile {
  return { path, content_hash: sha256Hex(bytes), size_bytes: bytes.length };
}

/** SHA-256 hex of the manifest: `{"files":[...]}` with the files by path in code point order, keys sorted, no space. */
export function manifestHashOf(files: readonly ManifestFile[]): string {
  const entries = files.map(({ path, content_hash, size_bytes }) => ({ path, content_hash, size_bytes }));
  entries.sort((a, b) => compareCodePoints(a.path, b.path));
  return sha256Hex(pythonJson({ files: entries }));
}

/**
 * Every broken rule of a manifest, with a JSON pointer into `{files}`; none means good. Takes anything that claims to be a
 * list of files. That the bytes fit hash and size is for those who hold the bytes.
 */
export function checkManifest(files: readonly ManifestFile[]): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  const report = (message: string, ...path: (string | number)[]) =>
    problems.push({ pointer: pointerOf(['files', ...path]), message });
  if (!Array.isArray(files) || files.length === 0) {
    report('expected a list of one or more files');
    return problems;
  }
  if (files.length > bundleLimits.files) report(`more than ${bundleLimits.files} files`);
  let total = 0;
  const folded = new Map<string, number>();
  files.slice(0, bundleLimits.files + 1).forEach((file: Partial<ManifestFile> | null, i) => {
    const pathProblem = checkPath(file?.path);
    if (pathProblem) report(pathProblem, i, 'path');
    else {
      const key = foldPath(file!.path!);
      const same = folded.get(key);
      if (same !== undefined) report(`the same path as file ${same}, up to case and Unicode form`, i, 'path');
      else folded.set(key, i);
    }
    if (typeof file?.content_hash !== 'string' || !/^[0-9a-f]{64}$/.test(file.content_hash)) {
      report('expected lower-case SHA-256 hex', i, 'content_hash');
    }
    const size = file?.size_bytes;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
      report('expected a size in bytes', i, 'size_bytes');
    else {
      if (size > bundleLimits.fileBytes) report(`larger than ${bundleLimits.fileBytes} bytes`, i, 'size_bytes');
      total += size;
    }
  });
  for (const [key, i] of folded) {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      if (folded.has(key.slice(0, slash))) report('a folder has the name of a file', i, 'path');
    }
  }
  if (total > bundleLimits.totalBytes) report(`larger than ${bundleLimits.totalBytes} bytes together`);
  return problems;
}

const reservedName = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;
// A server that decodes once more than it should would turn these into dots, separators and controls.
const encodedDanger = /%(?:2e|2f|5c|7f|[01][0-9a-f])/i;

function checkPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path === '') return 'expected a path';
  if (!path.isWellFormed() || hasControls(path)) return 'a control character or lone surrogate in the path';
  if (characterCount(path) > bundleLimits.pathCharacters)
    return `longer than ${bundleLimits.pathCharacters} characters`;
  if (path.startsWith('/') || path[1] === ':') return 'an absolute path';
  if (path.includes('\\')) return 'a backslash in the path';
  if (encodedDanger.test(path)) return 'a percent-encoded dot, separator or control character in the path';
  for (const segment of path.split('/')) {
    if (segment === '') return 'an empty segment in the path';
    if (segment === '..') return 'a segment that leads up';
    if (segment.endsWith('.') || segment.endsWith(' ')) return 'a segment that ends in a dot or space';
    if (reservedName.test(segment)) return 'a segment that Windows reserves for a device';
  }
  return contentTypeOf(path) === undefined ? `not one of ${Object.keys(contentTypes).join(' ')}` : undefined;
}

function hasControls(path: string): boolean {
  for (let i = 0; i < path.length; i += 1) {
    const unit = path.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();
