import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { bundleLimits } from './limits.ts';
import { checkManifest, contentTypeOf, type ManifestFile, manifestFileOf, manifestHashOf } from './manifest.ts';

const vectors = storedVectors('shared/bundle/vectors/manifests.json');

const file = (path: string, size_bytes = 1): ManifestFile => ({ path, content_hash: 'a'.repeat(64), size_bytes });
const pointers = (files: unknown) => checkManifest(files as ManifestFile[]).map((problem) => problem.pointer);

describe('manifestHashOf', () => {
  test.each(vectors)('vector $manifest_hash', ({ files, manifest_hash }) => {
    expect(manifestHashOf(files)).toBe(manifest_hash);
  });

  test('ignores the order of files and additional fields', () => {
    const files = vectors[1]!.files;
    const hash = vectors[1]!.manifest_hash;
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
        expect(manifestHashOf(shuffled.map((entry) => ({ ...entry, content_base64: 'x' })))).toBe(hash);
      }),
    );
    expect(manifestHashOf(files.slice(1))).not.toBe(hash);
    expect(
      manifestHashOf(files.map((entry, i) => (i ? entry : { ...entry, size_bytes: entry.size_bytes + 1 }))),
    ).not.toBe(hash);
  });

  test('manifestFileOf computes the hash and size of a file', () => {
    expect(manifestFileOf('a.txt', Uint8Array.of(0x61, 0x62, 0x63))).toEqual({
      path: 'a.txt',
      content_hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size_bytes: 3,
    });
  });
});

describe('U1 checkManifest', () => {
  test('accepts a valid bundle', () => {
    expect(checkManifest(vectors[1]!.files)).toEqual([]);
    const paths = [
      'index.html',
      'a/b/c.JS',
      'My File.css',
      'a..b.txt',
      '.html',
      'comet.txt',
      'con1/x.png',
      `${'x'.repeat(251)}.txt`,
      '100%.svg',
      '日本.webp',
    ];
    expect(checkManifest(paths.map((path) => file(path)))).toEqual([]);
  });

  test.each([
    '',
    '/index.html',
    '//x.js',
    'C:/x.js',
    'c:x.js',
    '../x.js',
    'a/../x.js',
    'a/..',
    './x.js',
    'a/./x.js',
    'a//x.js',
    'a/',
    'a\\x.js',
    'a\u0000.js',
    'a\n.js',
    'a\u007f.js',
    'x.js ',
    'x.js.',
    'a /x.js',
    'a./x.js',
    'CON.js',
    'nul.txt',
    'a/aux/x.js',
    'Com1.tar.js',
    'lpt9.js',
    'x',
    'x.exe',
    'x.js.map',
    '.legacy-ui',
    'a.js/x',
    '%2e%2e/x.js',
    'a%2Fx.js',
    'a%5cx.js',
    'a%00.js',
    '\ud800.js',
    `${'x'.repeat(252)}.txt`,
    `${'x'.repeat(300)}.js`,
    'x.constructor',
  ])('rejects the path %j', (path) => {
    expect(pointers([file('index.html'), file(path)])).toEqual(['/files/1/path']);
  });

  test('rejects paths that some file systems treat as the same file, or as both file and folder', () => {
    expect(pointers([file('a/B.js'), file('A/b.JS')])).toEqual(['/files/1/path']);
    expect(pointers([file('\u00e9.js'), file('e\u0301.js')])).toEqual(['/files/1/path']);
    expect(pointers([file('a.js/b/c.js'), file('A.js')])).toEqual(['/files/0/path']);
  });

  test('names the other file instead of its number', () => {
    const messages = (...paths: string[]) =>
      checkManifest(paths.map((path) => file(path))).map(({ message }) => message);
    expect(messages('Board.js', 'board.js')).toEqual([
      'the same path as Board.js, ignoring case and Unicode normalization',
    ]);
    expect(messages('a.js/b.css', 'A.js')).toEqual(['a folder in the path has the name of the file A.js']);
  });

  test.each([
    ['q?.js', 'path_not_portable', '?'],
    ['a*b/x.js', 'path_not_portable', '*'],
    ['a|b.js', 'path_not_portable', '|'],
    ['<a>.js', 'path_not_portable', '<'],
    ['say "hi".js', 'path_not_portable', '"'],
    ['ab:c.js', 'path_not_portable', ':'],
    ['conin$.js', 'path_reserved', undefined],
    ['COM\u00b9.js', 'path_reserved', undefined],
  ])('refuses %j only in files of an author', (path, code, character) => {
    const files = [file('index.html'), file(path)];
    expect(checkManifest(files)).toEqual([]);
    const [problem, ...others] = checkManifest(files, { portable: true });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ pointer: '/files/1/path', code });
    expect(problem?.params?.character).toBe(character);
  });

  test('enforces the limits exactly', () => {
    const many = (count: number, size = 1) => Array.from({ length: count }, (_, i) => file(`f${i}.js`, size));
    expect(pointers(many(bundleLimits.files))).toEqual([]);
    expect(pointers(many(bundleLimits.files + 1))).toEqual(['/files']);
    expect(pointers([file('a.js', 512 * 1024)])).toEqual([]);
    expect(pointers([file('a.js', 512 * 1024 + 1)])).toEqual(['/files/0/size_bytes']);
    expect(pointers(many(10, 512 * 1024))).toEqual([]);
    expect(pointers([...many(10, 512 * 1024), file('one.js', 1)])).toEqual(['/files']);
    expect(pointers([])).toEqual(['/files']);
  });

  test('rejects invalid hashes and sizes, and values that are not a list of files', () => {
    for (const content_hash of ['A'.repeat(64), 'a'.repeat(63), '', null, 1]) {
      expect(pointers([{ ...file('a.js'), content_hash }])).toEqual(['/files/0/content_hash']);
    }
    for (const size_bytes of [-1, 1.5, '1', null, Number.NaN, 2 ** 53]) {
      expect(pointers([{ ...file('a.js'), size_bytes }])).toEqual(['/files/0/size_bytes']);
    }
    expect(pointers([null])).toEqual(['/files/0/path', '/files/0/content_hash', '/files/0/size_bytes']);
    expect(pointers([{}])).toEqual(['/files/0/path', '/files/0/content_hash', '/files/0/size_bytes']);
    expect(pointers(null)).toEqual(['/files']);
    expect(pointers({ length: 1 })).toEqual(['/files']);
  });

  test('accepts an empty file', () => expect(pointers([file('a.js', 0)])).toEqual([]));
});

test('U14 determines the content type by the last extension, ignoring case', () => {
  expect(contentTypeOf('a/b.HTML')).toBe('text/html; charset=utf-8');
  expect(contentTypeOf('x.min.js')).toBe('text/javascript; charset=utf-8');
  expect(contentTypeOf('pic.svg')).toBe('image/svg+xml');
  for (const path of ['a', 'a.b/c', 'x.exe', 'x.', 'x.toString', 'js'])
    expect(contentTypeOf(path), path).toBeUndefined();
});
