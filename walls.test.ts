/** The walls between the rooms that the compiler does not hold: packages, one door into the service, the value `electron`. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
const rooms = ['shared', 'service', 'electron', 'renderer'] as const;
type Room = (typeof rooms)[number];

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);

function filesOf(room: string): string[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('/dist/'));
}

const statement =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(statement)].map(([, type, from, bare]) => ({
    file,
    target: from ?? bare ?? '',
    typeOnly: type !== undefined,
  }));
}

/** Path from the root for a relative import, else the package's name. */
function resolved({ file, target }: Import): { path: string } | { package: string } {
  if (target.startsWith('.')) return { path: relative(root, resolve(root, dirname(file), target)) };
  const [scope = '', name = ''] = target.split('/');
  return { package: scope.startsWith('@') ? `${scope}/${name}` : scope };
}

/** What each room may take from outside the repository. */
const packages: Record<Room, RegExp> = {
  shared: /^(zod|@noble\/(ed25519|curves|hashes|ciphers))$/,
  service: /^(node:.*|zod|kysely|pg|pino|prom-client|@noble\/hashes)$/,
  electron:
    /^(node:.*|zod|commander|env-paths|chrome-launcher|ws|pino|i18next|vite|quickjs-emscripten|@number0\/iroh|@noble\/(hashes|ciphers)|@scure\/bip39)$/,
  renderer:
    /^(react|react-dom|zustand|zod|wouter|i18next|react-i18next|get-nonce|@mantine\/.*|@tanstack\/.*|@tabler\/.*|@fontsource-variable\/.*|@noble\/hashes)$/,
};

const neighbours: Record<Room, RegExp> = {
  shared: /^shared\//,
  service: /^(service|shared)\//,
  electron: /^(electron|shared)\/|^service\/index\.ts$/,
  renderer: /^(renderer|shared)\//,
};

describe.each(rooms)('%s', (room) => {
  const imports = filesOf(room)
    .filter((file) => !isTest(file) && !file.endsWith('.config.ts') && !file.endsWith('.d.ts'))
    .flatMap(importsOf);

  it('has imports to look at', () => expect(imports.length).toBeGreaterThan(5));

  it('takes only its own packages and opens only its own doors', () => {
    const broken = imports.filter((each) => {
      const target = resolved(each);
      if ('path' in target) return !neighbours[room].test(target.path);
      if (target.package === 'electron')
        return !(room === 'electron' && each.typeOnly) && !each.file.startsWith('electron/shells/electron/');
      return !packages[room].test(target.package);
    });
    expect(broken.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

it('no file grows into a room of its own', () => {
  const long = rooms
    .flatMap(filesOf)
    .filter((file) => !isTest(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
  // Each of these says at its top why it is one file.
  expect(long).toEqual([]);
});
