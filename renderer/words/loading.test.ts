/** Words are there before what says them: what loads at once says only the first words, a room what it is loaded with. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { words } from './en.ts';
import { words as chinese } from './zh-CN.ts';

const room = resolve(import.meta.dirname, '..');
const statement = /^\s*(?:import|export)\s+(?!type\s)[^'"`;]*?from\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'/gm;
const textOf = (path: string) => readFileSync(join(room, path), 'utf8');

/** Everything that comes with a module, itself included. */
function closure(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || !/\.tsx?$/.test(entry) || !existsSync(join(room, entry))) return found;
  found.add(entry);
  for (const [, from, bare] of textOf(entry).matchAll(statement)) {
    closure(relative(room, resolve(room, dirname(entry), from ?? bare ?? '')), found);
  }
  return found;
}

/** The words a module says; without a name, those of the frame. */
const saidBy = (path: string): string[] => [
  ...[...textOf(path).matchAll(/useTranslation\((?:'(\w+)')?\)/g)].map(([, name]) => name ?? 'app'),
  ...[...textOf(path).matchAll(/'(\w+):\w[\w.]*'/g)].map(([, name]) => name!).filter((name) => name in words),
];

const first = Object.keys(words);
const start = closure('app/start.tsx');

/** What is loaded later, with the words that are loaded with it. */
const later = [...start].flatMap((path) =>
  [...textOf(path).matchAll(/loaded\(\s*\[([^\]]*)\],\s*async \(\) => \(await import\('([^']+)'\)\)/g)].map(
    ([, named = '', from]) => ({
      names: [...named.matchAll(/\w+/g)].map(([name]) => name),
      entry: relative(room, resolve(room, dirname(path), from!)),
    }),
  ),
);

describe('words', () => {
  it('of every language begin alike', () => {
    expect(Object.keys(chinese).toSorted()).toEqual(first.toSorted());
  });

  it('that are said at once are loaded at once', () => {
    expect(start.size).toBeGreaterThan(60);
    for (const path of start) for (const name of saidBy(path)) expect(first, path).toContain(name);
  });

  it('of a room come with it', () => {
    expect(later.length).toBeGreaterThan(3);
    const [, named = ''] = /words\/\*\/\{([^}]*)\}/.exec(textOf('app/i18n.ts')) ?? [];
    expect([...first, ...named.split(',')].toSorted()).toEqual(
      globSync('en/*.json', { cwd: import.meta.dirname })
        .map((path) => path.slice('en/'.length, -'.json'.length))
        .toSorted(),
    );
    for (const { names, entry } of later) {
      for (const path of closure(entry)) {
        for (const said of saidBy(path))
          expect([...first, ...names], `${path}, which comes with ${entry}`).toContain(said);
      }
    }
  });

  it('are loaded by nothing that does not know of them', () => {
    const all = new Set([...start, ...later.flatMap(({ entry }) => [...closure(entry)])]);
    // A part that is loaded inside a room says what the room says.
    for (const path of all) {
      for (const [, from] of textOf(path).matchAll(/lazy\(\(\) => import\('([^']+)'\)/g)) {
        const entry = relative(room, resolve(room, dirname(path), from!));
        const owner = later.find((part) => closure(part.entry).has(path));
        for (const inner of closure(entry)) {
          for (const said of saidBy(inner)) expect([...first, ...(owner?.names ?? [])], inner).toContain(said);
        }
      }
    }
  });
});
