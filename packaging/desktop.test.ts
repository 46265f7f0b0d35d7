/** The contents of the desktop package, built with a stand-in for Electron's binary because the real one cannot run everywhere. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll, listPackage } from '@electron/asar';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFakeElectron } from '../electron/shells/electron/testing/fake-electron.ts';
import { playFirstGame } from '../electron/shells/electron/testing/first-game.ts';
import packageFile from '../package.json' with { type: 'json' };
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { writeIcons } from './desktop/icons.ts';
import { root } from './imports.ts';
import { writeProgram } from './testing/programs.ts';

const importByNode: (url: string) => Promise<unknown> = createRequire(import.meta.url)('./testing/import.cjs');

const folder = temporaryFolder();
const release = join(folder, 'release/linux-unpacked');
const archive = join(release, 'resources/app.asar');

/** https://github.com/electron/fuses: a sentinel, a version, the number of fuses, then one character per fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** In bit order. */
const fuses = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'browserSnapshot',
  'fileProtocolPrivileges',
] as const;

/** An unpacked Electron with Electron's default fuses. */
function electronStandIn(): string {
  const dist = join(folder, 'electron');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.of(1, fuses.length), Buffer.from('10110001')]);
  writeFileSync(join(dist, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\n'), wire]));
  chmodSync(join(dist, 'electron'), 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(dist, name), '');
  writeFileSync(join(dist, 'version'), packageFile.devDependencies.electron);
  return dist;
}

beforeAll(async () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  await writeProgram(join(project, 'dist'));
  await writeIcons(join(project, '.cache/icons'));
  cpSync(join(root, 'package.json'), join(project, 'package.json'));
  cpSync(join(root, 'packaging/desktop'), join(project, 'packaging/desktop'), { recursive: true });
  for (const name of ['quickjs-emscripten', 'quickjs-emscripten-core', '@jitl', '@number0'])
    cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const config = join(root, 'packaging/desktop/electron-builder.config.ts');
  const overrides = [`-c.electronDist=${electronStandIn()}`, `-c.directories.output=${join(folder, 'release')}`];
  execFileSync(process.execPath, [builder, '--linux', 'dir', '--x64', '--config', config, ...overrides], {
    cwd: project,
    stdio: 'pipe',
  });
});

it('contains the program and nothing else', () => {
  const paths = listPackage(archive, { isPack: false });
  expect(paths).toEqual(
    expect.arrayContaining(['/package.json', '/dist/main.js', '/dist/preload.cjs', '/dist/house.js']),
  );
  expect(
    paths.filter((path) => /\.test\.|\/testing\/|\.svg$(?<!renderer\/assets\/.*)|\/dist\/parlor/.test(path)),
  ).toEqual([]);
  const outside = paths.filter(
    (path) => !/^\/(dist|node_modules\/(@jitl|@number0|quickjs-emscripten(-core)?))\//.test(`${path}/`),
  );
  expect(outside.sort()).toEqual(['/node_modules', '/package.json']);
});

it('stays below 60 MB without Electron', () => {
  const resources = join(release, 'resources');
  const bytes = globSync('**', { cwd: resources }).reduce((sum, path) => sum + statSync(join(resources, path)).size, 0);
  expect(bytes).toBeLessThan(60_000_000);
});

it('keeps native code outside of the archive', () => {
  const unpacked = globSync('**/*.node', { cwd: `${archive}.unpacked` });
  expect(unpacked.length).toBeGreaterThan(0);
  expect(listPackage(archive, { isPack: true }).filter((line) => /^pack\s.*\.node$/.test(line))).toEqual([]);
});

it('E12: has every fuse set as intended', () => {
  const binary = readFileSync(join(release, 'parlor'));
  const start = binary.indexOf(sentinel) + sentinel.length + 2;
  const set = [...binary.subarray(start, start + fuses.length).toString('latin1')].map((bit) => bit === '1');
  expect(Object.fromEntries(fuses.map((name, index) => [name, set[index]]))).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: false,
    nodeCliInspect: false,
    asarIntegrity: true,
    onlyLoadAppFromAsar: true,
    browserSnapshot: false,
    fileProtocolPrivileges: false,
  });
});

describe('the archive', () => {
  const extracted = join(folder, 'extracted');
  beforeAll(() => extractAll(archive, extracted));

  it.runIf(isLongRun)('passes the self-test', () => {
    const command = [join(extracted, 'dist/cli.js'), '--self-test'];
    const report = execFileSync(process.execPath, command, { encoding: 'utf8' });
    expect(JSON.parse(report)).toMatchObject({ ok: true, versions: { parlor: packageFile.version, built: true } });
  });

  it.runIf(isLongRun)('starts in Electron, plays a game against a house player and quits', async () => {
    const electron = createFakeElectron({ platform: 'linux', packaged: true });
    provideElectron(electron.module);
    Object.assign(process, { resourcesPath: join(release, 'resources') });
    process.argv = [join(release, 'parlor'), `--data-dir=${temporaryFolder()}`];
    await electron.load(() => importByNode(pathToFileURL(join(extracted, packageFile.main)).href));
    await playFirstGame(electron);
    electron.module.app.quit();
    expect(await electron.app.exited).toBe(0);
    expect(electron.utility.all.map(({ script }) => dirname(script))).toEqual(
      electron.utility.all.map(() => join(extracted, 'dist')),
    );
    expect(electron.utility.restartsOfTheApp()).toEqual([]);
  });
});

/** Makes `electron` importable for code outside of this checkout. */
function provideElectron(electron: object): void {
  Object.assign(globalThis, { fakeElectron: electron });
  const names = Object.keys(electron).map((name) => `export const ${name} = globalThis.fakeElectron.${name};`);
  const url = `data:text/javascript,${encodeURIComponent(names.join('\n'))}`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url, shortCircuit: true } : next(specifier, context),
  });
  onTestFinished(() => hooks.deregister());
}
