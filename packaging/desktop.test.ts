/** The contents of the desktop app. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
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
import { root } from './imports.ts';
import { fuseSentinel, fuses, packDesktopApp } from './testing/desktop-project.ts';

const importByNode: (url: string) => Promise<unknown> = createRequire(import.meta.url)('./testing/import.cjs');

const folder = temporaryFolder();
const release = join(folder, 'release/linux-unpacked');
const archive = join(release, 'resources/app.asar');

beforeAll(() => packDesktopApp(folder, ['--linux', 'dir', '--x64']));

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

it('brings its licence as a file', () => {
  expect(readFileSync(join(release, 'resources/LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
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
  const start = binary.indexOf(fuseSentinel) + fuseSentinel.length + 2;
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
