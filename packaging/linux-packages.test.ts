/**
 * The Linux packages, as electron-builder makes them. They need Debian's packages appstream, desktop-file-utils, lintian and squashfs-tools.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../package.json' with { type: 'json' };
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { metainfoName } from './desktop/metainfo.ts';
import { root } from './imports.ts';
import { attestFiles } from './release.ts';
import { packDesktopApp } from './testing/desktop-project.ts';
import { writeLinuxTools } from './testing/linux-tools.ts';

const { version } = packageFile;

describe.runIf(isLongRun && process.platform === 'linux')('the Linux packages', () => {
  const folder = temporaryFolder();
  const release = join(folder, 'release');
  const deb = join(release, `parlor_${version}_amd64.deb`);
  const appImage = join(release, `Parlor-${version}.AppImage`);
  /** Their files. */
  const debFiles = join(folder, 'deb');
  const appImageFiles = join(folder, 'appimage');

  const run = (program: string, args: string[]) => execFileSync(program, args, { encoding: 'utf8', cwd: folder });
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8');

  beforeAll(async () => {
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    // As the workflow sets it, for the files that the app updates itself from.
    const env = { ...process.env, ...writeLinuxTools(tools), PARLOR_RELEASES: 'ada/parlor' };
    await packDesktopApp(folder, ['--linux', 'AppImage', 'deb', '--x64'], env);
    run('dpkg-deb', ['--raw-extract', deb, debFiles]);
    run('unsquashfs', ['-quiet', '-no-progress', '-offset', '4096', '-dest', appImageFiles, appImage]);
    // As long as a test in a long run may take.
  }, 3_600_000);

  it('are the deb and the AppImage, and what an app needs to update itself', () => {
    const names = globSync('*.*', { cwd: release }).filter((name) => !name.startsWith('builder-'));
    expect(names.sort()).toEqual([`Parlor-${version}.AppImage`, 'latest-linux.yml', `parlor_${version}_amd64.deb`]);
    const update = parse(readFileSync(join(release, 'latest-linux.yml'), 'utf8'));
    const sizes = update.files.map(({ url, size }: { url: string; size: number }) => [url, size]);
    const expected = [appImage, deb].map((path) => [path.slice(release.length + 1), statSync(path).size]);
    expect(sizes.sort()).toEqual(expected.sort());
    expect(update.version).toBe(version);
    expect(update.files).toContainEqual(expect.objectContaining({ blockMapSize: expect.any(Number) }));
    for (const files of [join(debFiles, 'opt/Parlor'), appImageFiles])
      expect(parse(readFileSync(join(files, 'resources/app-update.yml'), 'utf8'))).toMatchObject({ owner: 'ada' });
  });

  it.each([
    ['deb', join(debFiles, 'opt/Parlor'), join(debFiles, 'usr/share'), join(debFiles, 'usr/share/applications')],
    ['AppImage', appImageFiles, join(appImageFiles, 'usr/share'), appImageFiles],
  ])('the %s is complete', (_, app, share, applications) => {
    expect(readFileSync(join(app, 'resources/LICENSE'), 'utf8')).toBe(licence);
    for (const path of ['parlor', 'resources/app.asar', 'LICENSE.electron.txt', 'LICENSES.chromium.html'])
      expect(statSync(join(app, path)).isFile(), path).toBe(true);
    expect(globSync('resources/app.asar.unpacked/**/*.node', { cwd: app })).not.toEqual([]);
    expect(globSync('icons/hicolor/*/apps/parlor.png', { cwd: share })).toHaveLength(8);
    expect(readFileSync(join(share, 'mime/packages/parlor.xml'), 'utf8')).toContain('application/x-parlor');
    const metainfo = join(share, 'metainfo', metainfoName);
    run('appstreamcli', ['validate', '--no-net', metainfo]);
    expect(readFileSync(metainfo, 'utf8')).toContain(`https://raw.githubusercontent.com/ada/parlor/v${version}/`);
    const desktop = join(applications, 'parlor.desktop');
    expect(run('desktop-file-validate', [desktop])).toBe('');
    const entry = readFileSync(desktop, 'utf8');
    expect(entry).toContain('MimeType=application/x-parlor;x-scheme-handler/parlor;');
    expect(entry).not.toContain('--no-sandbox');
  });

  it('lintian finds no errors in the deb, other than that it is not one of Debian', () => {
    expect(readFileSync(join(debFiles, `usr/share/doc/parlor/copyright`), 'utf8')).toBe(licence);
    // Packages of others belong in /opt, and bring libraries with them as these are published.
    const suppressed = ['dir-or-file-in-opt', 'embedded-library', 'unstripped-binary-or-object'].join();
    const args = ['--allow-root', '--fail-on=none', '--display-level=error', `--suppress-tags=${suppressed}`, deb];
    expect(run('lintian', args)).toBe('');
  });

  it('the AppImage starts the app with its arguments', () => {
    expect(run(appImage, ['--self-test']).trim().split(' ')).toContain('--self-test');
  });

  it('have checksums and a bill of materials', async () => {
    await attestFiles(root, release);
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' });
    for (const path of [deb, appImage]) expect(checked).toContain(`${path.slice(release.length + 1)}: OK\n`);
    const { components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'));
    const listed = new Set(
      components.map(({ group, name }: { group?: string; name: string }) => [group, name].filter(Boolean).join('/')),
    );
    const packed = globSync('node_modules/{@*/*,*}/package.json', { cwd: join(folder, 'project') }).map((path) =>
      path.slice('node_modules/'.length, -'/package.json'.length),
    );
    expect(packed.length).toBeGreaterThan(4);
    expect(packed.filter((name) => !listed.has(name))).toEqual([]);
  });
});
