/** The import statements of the repository's sources, found by a regular expression. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const environments = ['shared', 'service', 'electron', 'renderer'] as const;
export type Environment = (typeof environments)[number];

export interface Import {
  /** Path from the root. */
  file: string;
  target: string;
  typeOnly: boolean;
}

export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);

/** The TypeScript files of a folder, as paths from the root. */
export function filesOf(environment: Environment): string[] {
  return readdirSync(join(root, environment), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/dist(-\w+)*\//.test(path));
}

/** The files that are shipped, without tests, configurations and declarations. */
export const sourcesOf = (environment: Environment): string[] =>
  filesOf(environment).filter((file) => !isTest(file) && !file.endsWith('.config.ts') && !file.endsWith('.d.ts'));

const importPattern =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/gm;

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map(([, type, fromTarget, bareTarget]) => ({
    file,
    target: fromTarget ?? bareTarget ?? '',
    typeOnly: type !== undefined,
  }));
}

/** The name of an imported package or Node module; null for a relative import. */
export function packageOf(target: string): string | null {
  if (target.startsWith('.')) return null;
  const [scope = '', name = ''] = target.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
