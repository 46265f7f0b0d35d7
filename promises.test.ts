/**
 * Every promise has an owner: it is awaited, returned, or passed to `inBackground` (shared/background.ts), and an empty `catch` has a
 * reason. `environments` lists where this holds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Environment, isTest, root } from './packaging/imports.ts';
import { temporaryFolder } from './shared/testing/temporary-folder.ts';
import { findUnownedPromises } from './shared/testing/unowned-promises.ts';

const environments: readonly Environment[] = ['shared', 'service', 'electron'];

it('no promise is without an owner', () => {
  // One program for all of them, which share most of what they import.
  const config = join(temporaryFolder(), 'tsconfig.json');
  const include = environments.map((environment) => join(root, environment));
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'electron/tsconfig.json'),
      compilerOptions: { rootDir: root, typeRoots: [join(root, 'node_modules/@types')] },
      include: include.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.json`]),
      exclude: include.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}/**/testing/**`]),
      references: [],
    }),
  );
  const looked = new Set<string>();
  const found = findUnownedPromises(root, config, (path) => {
    const environment = environments.find((each) => path.startsWith(`${each}/`));
    if (environment === undefined || isTest(path)) return false;
    looked.add(environment);
    return true;
  });
  expect(found.map(({ place, problem }) => `${place}: ${problem}`)).toEqual([]);
  expect([...looked].sort()).toEqual([...environments].sort());
});

it('finds each kind', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sources'));
  const compilerOptions = { target: 'es2024', lib: ['es2024'], strict: true, types: [], noEmit: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['sources'] }));
  writeFileSync(join(folder, 'sources/planted.ts'), planted);
  const lines = planted.split('\n').flatMap((line, index) => (line.includes('// found') ? [index + 1] : []));
  const found = findUnownedPromises(folder, join(folder, 'tsconfig.json'), (path) => path.endsWith('planted.ts'));
  expect(found.map(({ place }) => Number(place.split(':')[1])).sort((a, b) => a - b)).toEqual(lines);
  expect(new Set(found.map(({ problem }) => problem)).size).toBe(5);
});

const planted = `
declare function work(): Promise<void>;
declare function maybe(): Promise<void> | null;
declare function listen(name: string, listener: (value: number) => void): void;
declare function either(listener: () => void | Promise<void>): void;
declare let done: boolean;
interface Handler { onDone(): void; onChange?: () => void }

export async function all(): Promise<void> {
  void work(); // found
  void maybe(); // found
  work(); // found
  done && maybe(); // found
  work().then(() => {}); // found
  work().then(() => {}, () => {}); // found
  const drop = () => void work(); // found
  listen('a', async () => work()); // found
  listen('b', () => work()); // found
  listen('c', work); // found
  work().catch(() => {}); // found
  await work().catch(() => undefined); // found
  new Promise<void>(async (resolve) => resolve()).catch(drop); // found
  const handler: Handler = {
    async onDone() {}, // found
    onChange: () => work(), // found
  };
  handler.onChange = work; // found

  await work();
  either(work);
  either(async () => {});
  listen('d', (value) => void console(value));
  work().catch(drop);
  // It may have ended.
  work().catch(() => {});
  work().catch(() => {
    // It may have ended.
  });
  const later = work().finally(() => work());
  await Promise.all([later, ...[1, 2].map(async () => work())]);
}
declare function console(value: number): boolean;
`;
