/**
 * Build plugin: `virtual:licences` lists the name, version and licence text of every shipped package, that is, the packages imported by
 * shipped sources, their dependencies, and Electron. It also has the text of Parlor's own licence.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { environments, importsOf, packageOf, sourcesOf } from './imports.ts';

interface PackageFile {
  name: string;
  version: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  /** Index of its text; null if the package contains none. */
  text: number | null;
}

/** Built-in and virtual modules; Electron, which is added separately; and Vite, which only builds the window in a checkout. */
const unshippedPattern = /^(node:.*|virtual:.*|electron|vite)$/;

const moduleId = 'virtual:licences';
const resolvedId = `\0${moduleId}`;

export function licencesPlugin(root: string): Plugin {
  return {
    name: 'licences',
    resolveId: (source) => (source === moduleId ? resolvedId : null),
    load(id) {
      if (id !== resolvedId) return null;
      const { packages, texts } = collectLicences(root);
      const values = { packages, texts, ownText: readLicenceText(root) };
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
        .join('');
    },
  };
}

/** Identical texts are stored once. */
export function collectLicences(root: string): { packages: ShippedPackage[]; texts: string[] } {
  const texts: string[] = [];
  const packages = new Map<string, ShippedPackage>();
  const keyOf = ({ name, version }: PackageFile) => `${name} ${version}`;

  function addPackage(file: PackageFile, folder: string): void {
    const text = readLicenceText(folder);
    if (text !== null && !texts.includes(text)) texts.push(text);
    const { name, version } = file;
    packages.set(keyOf(file), {
      name,
      version,
      licence: licenceOf(file),
      text: text === null ? null : texts.indexOf(text),
    });
  }

  function addWithDependencies(name: string, fromFolder: string): void {
    // The build removes types.
    if (name.startsWith('@types/')) return;
    const folder = folderOf(name, fromFolder);
    // Optional dependencies for other platforms are not installed, and not shipped with this build.
    if (folder === null) return;
    const file = readPackageFile(folder);
    if (packages.has(keyOf(file))) return;
    addPackage(file, folder);
    for (const dependency of Object.keys({ ...file.dependencies, ...file.optionalDependencies }))
      addWithDependencies(dependency, folder);
  }

  const imports = environments.flatMap(sourcesOf).flatMap(importsOf);
  const names = new Set(imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => packageOf(target)));
  for (const name of names) if (name !== null && !unshippedPattern.test(name)) addWithDependencies(name, root);
  const electron = folderOf('electron', root);
  if (electron !== null) {
    // The dependencies of Electron's package only download it.
    addPackage(readPackageFile(electron), electron);
  }
  return { packages: [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), texts };
}

/** The folder of the package as Node resolves it from `fromFolder`; null if it is not installed. */
function folderOf(name: string, fromFolder: string): string | null {
  for (let ancestor = fromFolder; ; ancestor = dirname(ancestor)) {
    const folder = join(ancestor, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (ancestor === dirname(ancestor)) return null;
  }
}

const readPackageFile = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;

function licenceOf({ license, licenses }: PackageFile): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

function readLicenceText(folder: string): string | null {
  const name = readdirSync(folder).find((fileName) => /^(licen[cs]e|copying|unlicense)(\.(md|txt))?$/i.test(fileName));
  return name === undefined ? null : readFileSync(join(folder, name), 'utf8').trim();
}
