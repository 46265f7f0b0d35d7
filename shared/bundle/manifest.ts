/** Manifests of UI bundles: their hash, and the rules for paths, types and sizes. */
import { type LocatedProblem, locatedProblem, type PathStep, type ProblemParams } from '../json/pointer.ts';
import { compareCodePoints, pythonJson } from '../json/python.ts';
import { characterCount } from '../json/utf8.ts';
import { getOwn } from '../json/value.ts';
import { sha256Hex } from '../signing/hash.ts';
import { isHex64 } from '../signing/hex.ts';
import { bundleLimits } from './limits.ts';

export interface ManifestFile {
  /** Relative, with `/` as separator. */
  path: string;
  /** SHA-256 of the bytes, lower-case hex. */
  content_hash: string;
  size_bytes: number;
}

/** Allowed extensions and their content types. */
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

/** The content type by extension, ignoring case; undefined if the extension is not allowed. */
export function contentTypeOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const extension = name.slice(dot).toLowerCase();
  return getOwn(contentTypes, extension);
}

/** The manifest entry of a file's bytes. */
export function manifestFileOf(path: string, bytes: Uint8Array): ManifestFile {
  return { path, content_hash: sha256Hex(bytes), size_bytes: bytes.length };
}

/** SHA-256 hex of the manifest: `{"files":[...]}` with files sorted by path in code point order, sorted keys, no white space. */
export function manifestHashOf(files: readonly ManifestFile[]): string {
  const entries = files.map(({ path, content_hash, size_bytes }) => ({ path, content_hash, size_bytes }));
  entries.sort((a, b) => compareCodePoints(a.path, b.path));
  return sha256Hex(pythonJson({ files: entries }));
}

export const manifestRuleTexts = {
  expected_files: 'expected a list of one or more files',
  too_many_files: 'more than {max} files',
  file_too_large: 'larger than {kb} KiB',
  files_too_large: 'larger than {kb} KiB together',
  repeated_path: 'the same path as {other}, ignoring case and Unicode normalization',
  folder_and_file: 'a folder in the path has the name of the file {other}',
  expected_hash: 'expected lower-case SHA-256 hex',
  expected_size: 'expected a size in bytes',
  expected_path: 'expected a path',
  path_characters: 'a control character or lone surrogate in the path',
  path_too_long: 'longer than {max} characters',
  path_absolute: 'an absolute path',
  path_backslash: 'a backslash in the path',
  path_encoded: 'a percent-encoded dot, separator or control character in the path',
  path_empty_segment: 'an empty segment in the path',
  path_parent: 'a segment ".." in the path',
  path_segment_end: 'a segment that ends in a dot or space',
  path_reserved: 'a segment that Windows reserves for a device',
  path_not_portable: 'a character that Windows cannot store in a name: {character}',
  file_type: 'not one of {types}',
} as const;
type ManifestRule = keyof typeof manifestRuleTexts;

/** Limits on sizes and the number of files. */
export const manifestSizeRules: readonly ManifestRule[] = ['too_many_files', 'file_too_large', 'files_too_large'];

/**
 * All violations in a manifest, with JSON Pointers into `{files}`. Accepts untrusted input. Only the manifest is checked: the bytes
 * are compared with it in electron/library/verify-board.ts and, for uploads, in service/protocols/board-upload.ts.
 *
 * `portable` also refuses names that some system can't store. Other clients publish them, so it is for an author's own files.
 */
export function checkManifest(files: readonly ManifestFile[], { portable = false } = {}): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  const report = (path: PathStep[], code: ManifestRule, params?: ProblemParams) =>
    problems.push(locatedProblem(manifestRuleTexts, ['files', ...path], code, params));
  if (!Array.isArray(files) || files.length === 0) {
    report([], 'expected_files');
    return problems;
  }
  if (files.length > bundleLimits.files) report([], 'too_many_files', { max: bundleLimits.files });
  let total = 0;
  const folded = new Map<string, number>();
  const pathAt = (index: number) => files[index]!.path;
  files.slice(0, bundleLimits.files + 1).forEach((file: Partial<ManifestFile> | null, i) => {
    const pathProblem = checkPath(file?.path) ?? (portable ? checkPortable(file!.path!) : undefined);
    if (pathProblem) report([i, 'path'], pathProblem, { ...pathParams, ...unstorableCharacter(file?.path) });
    else {
      const key = foldPath(file!.path!);
      const duplicate = folded.get(key);
      if (duplicate !== undefined) report([i, 'path'], 'repeated_path', { other: pathAt(duplicate) });
      else folded.set(key, i);
    }
    if (typeof file?.content_hash !== 'string' || !isHex64(file.content_hash)) {
      report([i, 'content_hash'], 'expected_hash');
    }
    const size = file?.size_bytes;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) report([i, 'size_bytes'], 'expected_size');
    else {
      if (size > bundleLimits.fileBytes)
        report([i, 'size_bytes'], 'file_too_large', { kb: bundleLimits.fileBytes / 1024 });
      total += size;
    }
  });
  for (const [key, i] of folded) {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const file = folded.get(key.slice(0, slash));
      if (file !== undefined) report([i, 'path'], 'folder_and_file', { other: pathAt(file) });
    }
  }
  if (total > bundleLimits.totalBytes) report([], 'files_too_large', { kb: bundleLimits.totalBytes / 1024 });
  return problems;
}

const reservedName = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;
// A server that decodes twice would turn these into dots, separators and control characters.
const encodedDanger = /%(?:2e|2f|5c|7f|[01][0-9a-f])/i;

const pathParams = { max: bundleLimits.pathCharacters, types: Object.keys(contentTypes).join(' ') };

function checkPath(path: unknown): ManifestRule | undefined {
  if (typeof path !== 'string' || path === '') return 'expected_path';
  if (!path.isWellFormed() || hasControls(path)) return 'path_characters';
  if (characterCount(path) > bundleLimits.pathCharacters) return 'path_too_long';
  if (path.startsWith('/') || path[1] === ':') return 'path_absolute';
  if (path.includes('\\')) return 'path_backslash';
  if (encodedDanger.test(path)) return 'path_encoded';
  for (const segment of path.split('/')) {
    if (segment === '') return 'path_empty_segment';
    if (segment === '..') return 'path_parent';
    if (segment.endsWith('.') || segment.endsWith(' ')) return 'path_segment_end';
    if (reservedName.test(segment)) return 'path_reserved';
  }
  return contentTypeOf(path) === undefined ? 'file_type' : undefined;
}

// Devices that the rules of the network don't name; Windows reads superscript digits as digits.
const otherReservedName = /^(?:con(?:in|out)\$|(?:com|lpt)[\u00b9\u00b2\u00b3])(?:\.|$)/i;
const unstorable = /[<>:"|?*]/;

function checkPortable(path: string): ManifestRule | undefined {
  if (unstorable.test(path)) return 'path_not_portable';
  return path.split('/').some((segment) => otherReservedName.test(segment)) ? 'path_reserved' : undefined;
}

function unstorableCharacter(path: unknown): { character?: string } {
  const [character] = (typeof path === 'string' && unstorable.exec(path)) || [];
  return character === undefined ? {} : { character };
}

function hasControls(path: string): boolean {
  for (let i = 0; i < path.length; i += 1) {
    const unit = path.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

/** Paths with the same folded form are the same file on some file systems. */
const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();
