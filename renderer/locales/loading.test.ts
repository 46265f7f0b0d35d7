/** What the window loads at startup and what later: translations with the code that uses them, schemas with the rooms that need them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startupNamespaces } from './namespaces.ts';

const room = resolve(import.meta.dirname, '..');
const statement = /^\s*(?:import|export)\s+(?!type\s)[^'"`;]*?from\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'/gm;
const textOf = (path: string) => readFileSync(join(room, path), 'utf8');

/** A module and everything that it imports statically. */
function closure(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || !/\.tsx?$/.test(entry) || !existsSync(join(room, entry))) return found;
  found.add(entry);
  for (const [, from, bare] of textOf(entry).matchAll(statement)) {
    closure(relative(room, resolve(room, dirname(entry), from ?? bare ?? '')), found);
  }
  return found;
}

const first: readonly string[] = startupNamespaces;
const namespaces = readdirSync(resolve(room, '../shared/locales/en')).map((file) => file.replace('.json', ''));

/** The namespaces that a module uses; without a name, the default one. */
const namespacesOf = (path: string): string[] => [
  ...[...textOf(path).matchAll(/useTranslation\((?:'(\w+)')?\)/g)].map(([, name]) => name ?? 'app'),
  ...[...textOf(path).matchAll(/'(\w+):\w[\w.]*'/g)]
    .map(([, name]) => name!)
    .filter((name) => namespaces.includes(name)),
];

const start = closure('app/start.tsx');

interface Part {
  names: string[];
  entry: string;
}

/** The lazily loaded parts with their namespaces, recursively. */
function partsOf(paths: Set<string>, found = new Map<string, Part>()): Part[] {
  for (const path of paths) {
    const calls = textOf(path).matchAll(/lazyPart\(\s*\[([^\]]*)\],\s*async \(\) => \(await import\('([^']+)'\)\)/g);
    for (const [, named = '', from] of calls) {
      const entry = relative(room, resolve(room, dirname(path), from!));
      if (found.has(entry)) continue;
      found.set(entry, { names: [...named.matchAll(/\w+/g)].map(([name]) => name), entry });
      partsOf(closure(entry), found);
    }
  }
  return [...found.values()];
}
const later = partsOf(start);

/** Parts that are shown with every room, so they are loaded before the lobby appears. */
const parts = [
  'clients/ClientRequests',
  'notices/Moments',
  'notices/WebNotices',
  'sounds/Sounds',
  'tables/result/MutualRematch',
];

describe('translations', () => {
  it('used at startup are loaded at startup', () => {
    expect(start.size).toBeGreaterThan(60);
    for (const path of start) for (const name of namespacesOf(path)) expect(first, path).toContain(name);
  });

  it('used by a room are loaded with it', () => {
    expect(later.length).toBeGreaterThan(3);
    for (const { names, entry } of later) {
      for (const path of closure(entry)) {
        for (const namespace of namespacesOf(path))
          expect([...first, ...names], `${path}, which comes with ${entry}`).toContain(namespace);
      }
    }
  });

  it('used by a part within a room are loaded with the room', () => {
    const all = new Set([...start, ...later.flatMap(({ entry }) => [...closure(entry)])]);
    for (const path of all) {
      for (const [, from] of textOf(path).matchAll(/lazy\(\(\) => import\('([^']+)'\)/g)) {
        const entry = relative(room, resolve(room, dirname(path), from!));
        const owner = later.find((part) => closure(part.entry).has(path));
        for (const inner of closure(entry)) {
          for (const namespace of namespacesOf(inner))
            expect([...first, ...(owner?.names ?? [])], inner).toContain(namespace);
        }
      }
    }
  });
});

it('schemas and their library, a fifth of the window, are not loaded at startup', () => {
  const loaded = new Set([...start, ...parts.flatMap((part) => [...closure(`${part}.tsx`)])]);
  // Only configures the library.
  loaded.delete('core/style-nonce.ts');
  expect(loaded).toContain('../shared/bridge/rpc-client.ts');
  expect([...loaded].filter((path) => /^import (?!type ).*'zod'/m.test(textOf(path)))).toEqual([]);
});
