/**
 * `npm run audit`: checks what is installed and shipped. Every package of the lockfile is pinned by its hash, every install script and
 * licence is on a list, Electron is the newest of a supported major version, and no shipped package has a known vulnerability. Exits with
 * 1 if one of these checks fails; if the registry doesn't answer, it prints what was not checked.
 * `npm run audit -- complete`: adds the hashes that the lockfile lacks and the registry has.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './imports.ts';
import { collectLicences, type ShippedPackage } from './licences.ts';

interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

export interface Lockfile {
  /** By folder; the root has an empty one. */
  packages: Record<string, LockEntry>;
}

/** SPDX identifiers. None of them requires the source of Parlor itself to be published. */
export const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/**
 * Binaries of Biome for systems other than those it was added on, neither shipped nor used by tests. `npm run audit -- complete` adds
 * their hashes if the registry has these packages.
 */
export const hashExemptions: readonly string[] = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
];

/** Electron supports its three latest major versions: https://www.electronjs.org/docs/latest/tutorial/electron-timelines */
const supportedMajors = 3;

/** The version that should replace a pinned Electron: the newest of its major version, or of all if that is out of support; else null. */
export function replacementFor(pinnedVersion: string, publishedVersions: readonly string[]): string | null {
  const major = (version: string) => Number.parseInt(version, 10);
  const stableVersions = publishedVersions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const [newest = pinnedVersion] = stableVersions;
  if (major(pinnedVersion) <= major(newest) - supportedMajors) return newest;
  const newestOfMajor = stableVersions.find((version) => major(version) === major(pinnedVersion)) ?? pinnedVersion;
  return newestOfMajor.localeCompare(pinnedVersion, 'en', { numeric: true }) > 0 ? newestOfMajor : null;
}

const registry = 'https://registry.npmjs.org/';
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
const installedEntries = (lock: Lockfile) =>
  Object.entries(lock.packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);

/** Packages that could be installed without verifying their content against a hash. */
export function unpinnedPackages(lock: Lockfile): string[] {
  return installedEntries(lock)
    .filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
    .map(([folder]) => nameOf(folder));
}

/** Packages that are not from npm's public registry. */
export function foreignPackages(lock: Lockfile): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link && !resolved.startsWith(registry))
    .map(([folder]) => nameOf(folder));
}

/** Packages whose install script `allowScripts` of package.json neither allows nor forbids, and names listed there that have none. */
export function undecidedScripts(lock: Lockfile, decisions: Record<string, boolean>): string[] {
  const scriptPackages = new Set(
    installedEntries(lock)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => nameOf(folder)),
  );
  const names = Object.keys(decisions);
  return [
    ...[...scriptPackages].filter((name) => !names.includes(name)),
    ...names.filter((name) => !scriptPackages.has(name)),
  ];
}

/** Shipped packages without an allowed licence. In an `OR` expression, one of them must be allowed. */
export function forbiddenLicences(packages: readonly ShippedPackage[]): string[] {
  const isAllowed = (expression: string) =>
    expression
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((licence) => allowedLicences.has(licence));
  return packages.filter(({ licence }) => !isAllowed(licence)).map(({ name, licence }) => `${name} (${licence})`);
}

/** Shipped packages with known vulnerabilities, from the output of `npm audit --json`; null if the registry did not answer. */
export function vulnerablePackages(output: string, packages: readonly ShippedPackage[]): string[] | null {
  const report = JSON.parse(output || '{}') as { vulnerabilities?: Record<string, { severity: string }> };
  if (report.vulnerabilities === undefined) return null;
  const shippedNames = new Set(packages.map(({ name }) => name));
  return Object.entries(report.vulnerabilities)
    .filter(([name]) => shippedNames.has(name))
    .map(([name, { severity }]) => `${name} (${severity})`);
}

export const readLockfile = async (): Promise<Lockfile> =>
  JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));

const npm = (...args: string[]) =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 2 ** 26 });

async function runChecks(): Promise<boolean> {
  const lock = await readLockfile();
  const { allowScripts, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { packages } = collectLicences(root);
  const vulnerabilities = vulnerablePackages(npm('audit', '--json', '--package-lock-only').stdout, packages);
  const publishedVersions = JSON.parse(npm('view', 'electron', 'versions', '--json').stdout || 'null') as unknown;
  const versions = Array.isArray(publishedVersions) ? (publishedVersions as string[]) : null;
  const replacement = replacementFor(devDependencies.electron, versions ?? []);
  const unhashedPackages = unpinnedPackages(lock).filter((name) => !hashExemptions.includes(name));
  const findings = {
    'Without a hash in the lockfile': unhashedPackages,
    'From another registry': foreignPackages(lock),
    'Install scripts that package.json (allowScripts) does not decide': undecidedScripts(lock, allowScripts),
    'Licences that are not allowed': forbiddenLicences(packages),
    ...(versions !== null && { 'Newer version of Electron': replacement === null ? [] : [replacement] }),
    ...(vulnerabilities !== null && { 'Known vulnerabilities': vulnerabilities }),
  };
  for (const [title, names] of Object.entries(findings)) {
    console.log(`${title}: ${names.length === 0 ? 'none' : names.join(', ')}`);
  }
  if (vulnerabilities === null) console.log('Known vulnerabilities: not checked, because the registry did not answer');
  if (versions === null) console.log('Version of Electron: not checked, because the registry did not answer');
  console.log(`Not shipped, and accepted without a hash: ${hashExemptions.join(', ')}`);
  return Object.values(findings).every((names) => names.length === 0);
}

async function addMissingHashes(): Promise<void> {
  const lock = await readLockfile();
  const unpinnedNames = new Set(unpinnedPackages(lock));
  for (const [folder, entry] of installedEntries(lock)) {
    const name = nameOf(folder);
    if (!unpinnedNames.has(name)) continue;
    const integrity = npm('view', `${name}@${entry.version}`, 'dist.integrity', '--registry', registry).stdout.trim();
    console.log(`${name}: ${integrity || 'the registry does not have it'}`);
    if (integrity !== '') lock.packages[folder] = { version: entry.version!, integrity, ...entry };
  }
  await writeFile(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'complete') await addMissingHashes();
  else process.exitCode = (await runChecks()) ? 0 : 1;
}
