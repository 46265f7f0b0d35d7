/** Documents and comments name only files that exist, and docs/security.md names tests for each of its promises. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const sources = globSync(['*.ts', '{shared,service,electron,renderer,packaging,e2e,bench,resources}/**/*.{ts,tsx}'], {
  cwd: root,
});
const sourceNames = new Set(sources.map((path) => basename(path)));

it.each(documents)('%s names only existing files', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  // Lists in tables give the folder only for their first file.
  const names = [...text.matchAll(/`([A-Za-z][\w.-]*\.tsx?)`/g)].map(([, name]) => name!);
  expect(names.filter((name) => !sourceNames.has(name))).toEqual([]);
  const paths = [
    ...text.matchAll(/`((?:shared|service|electron|renderer|resources|packaging|e2e|bench|docs)\/[\w./[\]-]*[\w\]])`/g),
  ].map(([, path]) => path!);
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path]) =>
    join(dirname(document), path!),
  );
  expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('comments name only existing files', () => {
  const folders = sources.map((path) => `/${path}`);
  const missing = sources.flatMap((source) =>
    readFileSync(join(root, source), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
      .flatMap((line) => [...line.matchAll(/(?<![\w/.@-])((?:[\w-]+\/)+[\w.-]+\.tsx?)\b/g)].map(([, path]) => path!))
      .filter((path) => !folders.some((folder) => folder.endsWith(`/${path}`)))
      .map((path) => `${source}: ${path}`),
  );
  expect(missing).toEqual([]);
});

describe('the promises of docs/security.md', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([EULPKHR]-?)(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  /** The number of promises in each family. */
  const promiseCounts = { E: 17, U: 15, L: 11, 'P-': 27, K: 8, H: 11, R: 23 };
  const ids = Object.entries(promiseCounts).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
  );

  it('are numbered without gaps, and each names its tests', () => {
    expect(rows.map(([, family, number]) => `${family}${number}`)).toEqual(ids);
    const untested = rows.filter(([, , , , , tests]) => !/`[^`]+\.(test\.tsx?|e2e\.ts)`/.test(tests!));
    expect(untested.map(([row]) => row)).toEqual([]);
  });

  it('include every ID that a test title begins with', () => {
    const files = globSync('{shared,service,electron,renderer,packaging,e2e}/**/*.{test.ts,test.tsx,e2e.ts}', {
      cwd: root,
    });
    const tested = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['`]([EULKHR]\d+|P-\d+)(?=[: ,])/g)].map(([, id]) => id!),
    );
    expect(tested.length).toBeGreaterThan(50);
    expect(tested.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([
    ['E14', 'Updates', /Linux has no such check/],
    ['L11', 'Web relay and local servers', /Parlor doesn't rely on this/],
    ['P-17', 'Limitations', /sits at two tables of the same game can copy moves/],
  ])('%s is documented', (_, section, pattern) => {
    expect(text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0]).toMatch(pattern);
  });
});
