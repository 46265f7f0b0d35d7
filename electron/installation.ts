/**
 * Where the program's own files are: in a checkout, or in the folder that `packaging/build.ts` writes. Every other file finds them
 * through this one, which layout.test.ts checks.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Entry points that run in a separate process or thread: name of the built file, and source. */
export const entries = {
  main: 'electron/shells/electron/entry.ts',
  preload: 'electron/shells/electron/preload.cjs',
  cli: 'electron/cli/main.ts',
  start: 'electron/shells/start.ts',
  service: 'service/main.ts',
  house: 'electron/house/main.ts',
  'lan-proxy': 'electron/local-network/main.ts',
  'hooks-runner': 'electron/hooks/runner.ts',
  'proof-of-work-worker': 'electron/proof-of-work/worker.ts',
} as const;

export type Entry = keyof typeof entries;

/** The name of an entry's built file. */
export const builtFileName = (entry: Entry): string => entry + (entries[entry].endsWith('.cjs') ? '.cjs' : '.js');

/** Whether this is built code; in a checkout the TypeScript sources run directly. */
export const isBuilt = import.meta.filename.endsWith('.js');

/** The checkout, or the folder of built files, which are all in one folder. */
export const root = isBuilt ? import.meta.dirname : dirname(import.meta.dirname);

/**
 * The folder of built programs; null if the sources run. Whole test runs build them and set PARLOR_PROGRAMS, because they load in a
 * third of the time.
 */
export const programsDir = isBuilt ? root : (process.env.PARLOR_PROGRAMS ?? null);

export const entryPath = (entry: Entry): string =>
  programsDir === null ? join(root, entries[entry]) : join(programsDir, builtFileName(entry));

export const entryUrl = (entry: Entry): URL => pathToFileURL(entryPath(entry));

/** The built window. In a checkout it may be stale or missing, see shells/build.ts. */
export const rendererDir = join(root, 'renderer', ...(isBuilt ? [] : ['dist']));

/** Folder of the bundled resources; PARLOR_RESOURCES overrides it. */
export const defaultResourcesDir = (): string => process.env.PARLOR_RESOURCES ?? join(root, 'resources');

export const iconsDir = join(root, 'resources', 'icons');

/** See electron/library/board-client.ts. */
export const boardAdapterPath = join(root, 'resources', 'board-adapter', 'window-messages.js');

/** A font file of a package of `@fontsource-variable`. */
export const fontPath = (name: string, file: string): string =>
  isBuilt
    ? join(root, 'fonts', file)
    : createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/files/${file}`);

/** The folder of an installed package. */
export const packageFolder = (name: string): string =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
