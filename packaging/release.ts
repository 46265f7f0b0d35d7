/**
 * `npm run release -- cut <version>`: sets the version everywhere, dates the changelog, commits and tags. Nothing is pushed.
 * `npm run release -- notes`: prints the changelog of the newest release.
 * `npm run release -- attest <folder>`: writes SHA256SUMS of the folder's files and a bill of materials (CycloneDX) to the folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { collectLicences } from './licences.ts';

const semver = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const versionFiles = ['electron/version.ts', 'service/version.ts'];
const metainfoFile = 'packaging/desktop/org.parlor.Parlor.metainfo.xml';
const checksumsFile = 'SHA256SUMS';

/**
 * The changelog with its unreleased section, or one that already names `version`, dated (YYYY-MM-DD), and a new one above it. Throws if
 * there is nothing to release.
 */
export function dateChangelog(text: string, version: string, date: string): string {
  const heading = ['Unreleased', version].map((name) => `## ${name}\n`).find((each) => text.includes(each));
  if (heading === undefined) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const [before = '', after = ''] = text.split(heading);
  const [body = ''] = after.split(/^## /m);
  if (body.trim() === '') throw new Error('There are no unreleased changes.');
  return `${before}## Unreleased\n\n## ${version} (${date})\n${after}`;
}

/** The lines of the newest released version. */
export function releaseNotes(text: string): string {
  const [, , newest = ''] = text.split(/^## .*\n/m);
  return newest.trim();
}

/** Requires a clean working tree. `root` is the repository. */
export async function cutRelease(root: string, version: string, date: string): Promise<void> {
  if (!semver.test(version)) throw new Error(`${version} is not a version such as 1.2.3.`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain') !== '') throw new Error('Commit or discard your changes first.');
  const changelog = join(root, 'CHANGELOG.md');
  await writeFile(changelog, dateChangelog(await readFile(changelog, 'utf8'), version, date));
  for (const name of ['package.json', 'package-lock.json']) await setManifestVersion(join(root, name), version);
  for (const name of versionFiles) {
    const file = join(root, name);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/ersion = '[^']*'/, `ersion = '${version}'`));
  }
  const metainfo = join(root, metainfoFile);
  await writeFile(metainfo, addRelease(await readFile(metainfo, 'utf8'), version, date));
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Parlor ${version}`);
}

/** The metadata for software centres with one more release, as its first. */
const addRelease = (metainfo: string, version: string, date: string): string =>
  metainfo.replace('<releases>', `$&\n    <release version="${version}" date="${date}" />`);

/** npm's own command would also run scripts and rewrite the entries for other platforms. */
async function setManifestVersion(file: string, version: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.version = version;
  if (manifest.packages?.['']) manifest.packages[''].version = version;
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the checksums in the format of `sha256sum --check`. */
export async function attestFiles(root: string, folder: string): Promise<void> {
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(root), null, 2)}\n`);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== checksumsFile)
    .map(({ name }) => name)
    .sort();
  const lines = await Promise.all(names.map(async (name) => `${await sha256(join(folder, name))}  ${name}\n`));
  await writeFile(join(folder, checksumsFile), lines.join(''));
}

interface BillOfMaterials {
  components: { 'bom-ref': string; name: string; group?: string; version: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * The shipped packages in CycloneDX format, with the native ones of every system. npm's own list must be filtered, because npm counts
 * bundled packages as development dependencies.
 */
function billOfMaterials(root: string): BillOfMaterials {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill: BillOfMaterials = JSON.parse(
    execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  const shippedIds = new Set(collectLicences(root).packages.map(({ name, version }) => `${name}@${version}`));
  const nativeNames = new Set(nativePackages(root, shippedIds));
  const components = bill.components.filter(({ group, name, version }) => {
    const fullName = group ? `${group}/${name}` : name;
    return shippedIds.has(`${fullName}@${version}`) || nativeNames.has(fullName);
  });
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bill.dependencies.flatMap(({ ref, dependsOn = [] }) =>
    refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((dependency) => refs.has(dependency)) }] : [],
  );
  return { ...bill, components, dependencies };
}

/** The optional dependencies of shipped packages: native code, with a package for each system. */
function nativePackages(root: string, shippedIds: ReadonlySet<string>): string[] {
  const lock: { packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).flatMap(([folder, { version, optionalDependencies = {} }]) =>
    shippedIds.has(`${folder.replace(/^.*node_modules\//, '')}@${version}`) ? Object.keys(optionalDependencies) : [],
  );
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function main([command, argument]: string[]): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const today = new Date().toISOString().slice(0, 10);
  if (command === 'cut' && argument) await cutRelease(root, argument, today);
  else if (command === 'notes') console.log(releaseNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8')));
  else if (command === 'attest' && argument) await attestFiles(root, argument);
  else throw new Error('Usage: npm run release -- cut <version> | notes | attest <folder>');
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    process.stderr.write(`release: ${error.message}\n`);
    process.exitCode = 1;
  });
}
