/**
 * Build plugin: `virtual:licences` lists name, version and licence text of every shipped package: those that shipped sources import, their
 * dependencies, and Electron.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { importsOf, packageOf, rooms, sourcesOf } from '../packaging/imports.ts';

interface PackageFile {
  name: string;
  version: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Shipped {
  name: string;
  version: string;
  licence: string;
  /** Index of its text; null if the package contains none. */
  text: number | null;
}

/** Modules of Node and of the build; Electron is added separately, and Vite builds the window only in a checkout. */
const notShipped = /^(node:.*|virtual:.*|electron|vite)$/;

const virtual = 'virtual:licences';
const resolved = `\0${virtual}`;

export function licences(root: string): Plugin {
  return {
    name: 'licences',
    resolveId: (source) => (source === virtual ? resolved : null),
    load(id) {
      if (id !== resolved) return null;
      const { packages, texts } = collectLicences(root);
      return `export const packages = ${JSON.stringify(packages)};\nexport const texts = ${JSON.stringify(texts)};\n`;
    },
  };
}

/** Identical texts are stored once. */
export function collectLicences(root: string): { packages: Shipped[]; texts: string[] } {
  const texts: string[] = [];
  const found = new Map<string, Shipped>();

  function add(name: string, from: string): void {
    // Types are removed by the build.
    if (name.startsWith('@types/')) return;
    const folder = folderOf(name, from);
    // Optional ones of other platforms are not installed, and not shipped from here.
    if (folder === null) return;
    const file = read(folder);
    const key = `${file.name} ${file.version}`;
    if (found.has(key)) return;
    const text = textOf(folder);
    if (text !== null && !texts.includes(text)) texts.push(text);
    const licence = licenceOf(file);
    found.set(key, {
      name: file.name,
      version: file.version,
      licence,
      text: text === null ? null : texts.indexOf(text),
    });
    for (const needed of Object.keys({ ...file.dependencies, ...file.optionalDependencies })) add(needed, folder);
  }

  const imported = rooms.flatMap(sourcesOf).flatMap(importsOf);
  const names = new Set(imported.filter(({ typeOnly }) => !typeOnly).map(({ target }) => packageOf(target)));
  for (const name of names) if (name !== null && !notShipped.test(name)) add(name, root);
  const electron = folderOf('electron', root);
  if (electron !== null) {
    // The dependencies of Electron's package only download it.
    const { name, version, ...file } = read(electron);
    const text = textOf(electron);
    if (text !== null && !texts.includes(text)) texts.push(text);
    const licence = licenceOf({ name, version, ...file });
    found.set(name, { name, version, licence, text: text === null ? null : texts.indexOf(text) });
  }
  const packages = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { packages, texts };
}

/** The package's folder as Node would resolve it from there. */
function folderOf(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === dirname(at)) return null;
  }
}

const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;

function licenceOf({ license, licenses }: PackageFile): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

function textOf(folder: string): string | null {
  const name = readdirSync(folder).find((each) => /^(licen[cs]e|copying|unlicense)(\.(md|txt))?$/i.test(each));
  return name === undefined ? null : readFileSync(join(folder, name), 'utf8').trim();
}
