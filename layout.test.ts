/**
 * Rules of the layout that the compiler does not enforce: which packages an environment may import, the service's single entry, who
 * imports `electron`, layers, and no import cycles.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Environment,
  environments,
  filesOf,
  type Import,
  importsOf,
  isTest,
  packageOf,
  root,
  sourcesOf,
} from './packaging/imports.ts';

/** Path from the root for a relative import, else the package's name. */
function resolved({ file, target }: Import): { path: string } | { package: string } {
  const name = packageOf(target);
  return name === null ? { path: relative(root, resolve(root, dirname(file), target)) } : { package: name };
}

/** The packages that each environment may import. */
const allowedPackages: Record<Environment, RegExp> = {
  shared: /^(zod|eventsource-parser|unhomoglyph|@noble\/(ed25519|curves|hashes|ciphers))$/,
  service: /^(node:.*|zod|kysely|pg|pino|prom-client|@noble\/hashes)$/,
  electron:
    /^(node:.*|zod|commander|env-paths|get-east-asian-width|chrome-launcher|electron-updater|ws|pino|pixelmatch|pngjs|i18next|vite|axe-core|parse5|acorn|acorn-walk|quickjs-emscripten|@modelcontextprotocol\/sdk|@number0\/iroh|@noble\/(hashes|ciphers)|@scure\/bip39)$/,
  renderer:
    /^(react|react-dom|zustand|zod|wouter|i18next|react-i18next|get-nonce|qr|@mantine\/.*|@tanstack\/.*|@tabler\/.*|@fontsource-variable\/.*|@codemirror\/.*|@lezer\/highlight|diff|@noble\/hashes|@scure\/bip39|virtual:licences)$/,
};

/** The paths that each environment may import. */
const allowedPaths: Record<Environment, RegExp> = {
  shared: /^shared\//,
  service: /^(service|shared)\//,
  electron: /^(electron|shared)\/|^service\/index\.ts$/,
  renderer: /^(renderer|shared)\//,
};

/** From the lowest layer up. A folder, or a file outside of folders, imports only from itself and from rows before its own. */
const layers: Record<'service' | 'electron' | 'renderer', string[][]> = {
  service: [
    ['client-address.ts', 'log.ts', 'refusals.ts', 'time.ts', 'version.ts'],
    ['config.ts'],
    ['storage'],
    ['copy', 'metrics', 'events'],
    ['http'],
    ['leaderboards'],
    ['agents', 'sessions'],
    ['inbox', 'invitations', 'join', 'protocols'],
    ['order'],
    ['api', 'clock-watch.ts', 'expiry.ts'],
    ['service.ts'],
    ['index.ts'],
    ['commands'],
    ['main.ts'],
  ],
  electron: [
    ['time', 'failures', 'installation.ts', 'version.ts'],
    ['files'],
    ['browser', 'p2p', 'proof-of-work', 'workers'],
    ['hooks', 'identity', 'settings', 'clients'],
    ['community'],
    ['library', 'local-network'],
    ['tables', 'inbox'],
    ['house', 'lobby', 'studio', 'doctor'],
    ['notices'],
    ['bridge'],
    ['owner'],
    ['core', 'mcp'],
    ['shells'],
    ['cli'],
  ],
  renderer: [
    ['locales', 'bridge'],
    ['core'],
    ['ui'],
    ['boards', 'clients', 'local-network', 'notices', 'trust'],
    ['hosting', 'identity', 'play', 'sounds'],
    ['people'],
    ['leaderboards', 'inbox', 'protocols', 'settings'],
    ['tables', 'lobby'],
    ['studio', 'palette'],
    ['app'],
    ['main.ts', 'picture'],
  ],
};

describe.each(environments)('%s', (environment) => {
  const imports = sourcesOf(environment).flatMap(importsOf);

  it('has imports', () => expect(imports.length).toBeGreaterThan(5));

  it('imports only allowed packages and paths', () => {
    const violations = imports.filter((each) => {
      const target = resolved(each);
      if ('path' in target) return !allowedPaths[environment].test(target.path);
      if (target.package === 'electron')
        return !(environment === 'electron' && each.typeOnly) && !each.file.startsWith('electron/shells/electron/');
      return !allowedPackages[environment].test(target.package);
    });
    expect(violations.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('has no import cycles', () => {
    const graph = new Map<string, string[]>();
    for (const each of imports) {
      const target = resolved(each);
      if ('path' in target) graph.set(each.file, [...(graph.get(each.file) ?? []), target.path]);
    }
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(done.size).toBeGreaterThan(5);
  });

  if (environment === 'shared') return;
  it('imports nothing from a layer above', () => {
    const part = (path: string) => path.split('/')[1] ?? '';
    const level = (path: string) => layers[environment].findIndex((layer) => layer.includes(part(path)));
    const internal = imports.flatMap((each) => {
      const target = resolved(each);
      return 'path' in target && target.path.startsWith(`${environment}/`)
        ? [{ file: each.file, target: target.path }]
        : [];
    });
    expect(internal.filter(({ file, target }) => level(file) < 0 || level(target) < 0)).toEqual([]);
    const upward = internal.filter(
      ({ file, target }) => part(file) !== part(target) && level(target) >= level(file) && level(file) >= 0,
    );
    expect(upward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

it('only electron/installation.ts depends on where the program is installed', () => {
  const locating = /import\.meta\.(?!glob|main\b)|\bcreateRequire\b|process\.argv\[1\]/;
  const found = (['shared', 'service', 'electron'] as const)
    .flatMap(filesOf)
    .filter((file) => !isTest(file) && locating.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual(['electron/installation.ts']);
});

it('E16: no source can write the memory of a process to disk', () => {
  const dumping =
    /crashReporter|process\.report\b|--(report-|heap-?snapshot|heap-prof|abort-on)|writeHeapSnapshot|getHeapSnapshot/;
  const found = environments
    .flatMap(filesOf)
    .filter((file) => !isTest(file) && dumping.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

it('no file has more than 400 lines', () => {
  const long = environments
    .flatMap(filesOf)
    .filter((file) => !isTest(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
  expect(long).toEqual([]);
});

/** Entries of Electron's utility processes. There, `process.execPath` is the app itself, so they can start threads but no processes. */
describe.each([
  'service/main.ts',
  'electron/house/main.ts',
  'electron/local-network/main.ts',
  'electron/hooks/runner.ts',
  'electron/proof-of-work/worker.ts',
])('%s', (entry) => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const each of importsOf(file)) {
      const target = resolved(each);
      if (!each.typeOnly && 'path' in target && target.path.endsWith('.ts')) visit(target.path);
    }
  };
  visit(entry);

  it('starts no process, and nor does any module that it imports', () => {
    const starting = [...reached].filter((file) =>
      /execPath|node:child_process|node:cluster/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(starting).toEqual([]);
  });
});
