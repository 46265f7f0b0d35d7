import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { collectLicences } from './licences.ts';
import { attestFiles, cutRelease, dateChangelog, releaseNotes } from './release.ts';

const root = join(import.meta.dirname, '..');
const metainfo = 'packaging/desktop/org.parlor.Parlor.metainfo.xml';
const files = ['package.json', 'package-lock.json', 'electron/version.ts', 'service/version.ts', metainfo];

/** A Git repository with the files that a release changes. */
async function repository() {
  const folder = temporaryFolder();
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- [Added] All.\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.org'],
  ] as const)
    git('config', key, value);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Start');
  return { folder, git, read: (file: string) => readFile(join(folder, file), 'utf8') };
}

describe('cut', () => {
  it('sets one version everywhere, dates the changelog and tags the commit', async () => {
    const { folder, git, read } = await repository();
    await cutRelease(folder, '9.8.7', '2031-02-03');
    const lock = JSON.parse(await read('package-lock.json'));
    expect([JSON.parse(await read('package.json')).version, lock.version, lock.packages[''].version]).toEqual(
      Array(3).fill('9.8.7'),
    );
    expect(await read('electron/version.ts')).toContain("version = '9.8.7'");
    expect(await read('service/version.ts')).toContain("serviceVersion = '9.8.7'");
    expect(await read('CHANGELOG.md')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 9.8.7 (2031-02-03)\n\n- [Added] All.\n',
    );
    expect(await read(metainfo)).toContain('<releases>\n    <release version="9.8.7" date="2031-02-03" />\n');
    expect(git('tag', '--points-at', 'HEAD').trim()).toBe('v9.8.7');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('diff', '--stat', 'HEAD~', '--', 'package-lock.json')).toContain('2 insertions(+), 2 deletions(-)');
  });

  it('rejects invalid versions and a working tree with changes', async () => {
    const { folder, git } = await repository();
    await expect(cutRelease(folder, '1.2', '2031-02-03')).rejects.toThrow('1.2 is not a version');
    await writeFile(join(folder, 'CHANGELOG.md'), 'changed');
    await expect(cutRelease(folder, '1.2.3', '2031-02-03')).rejects.toThrow('Commit or discard');
    expect(git('tag')).toBe('');
  });
});

it('the release notes are the lines of the newest release', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n- [Added] Later.\n\n## 1.0.0 (2030-01-01)\n\n- [Added] All.\n\n## 0.9.0 (2029-01-01)\n';
  expect(releaseNotes(text)).toBe('- [Added] All.');
  expect(releaseNotes(dateChangelog(text, '1.0.1', '2031-02-03'))).toBe('- [Added] Later.');
});

it('the first release has a section of its own, which is dated', () => {
  const first = '# Changelog\n\n## 0.1.0\n\n### For everyone\n\n- All.\n';
  const dated = dateChangelog(first, '0.1.0', '2031-02-03');
  expect(dated).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0 (2031-02-03)\n\n### For everyone\n\n- All.\n');
  expect(releaseNotes(dated)).toBe('### For everyone\n\n- All.');
});

it('rejects an empty changelog', () => {
  expect(() =>
    dateChangelog('## Unreleased\n\n## 1.0.0 (2030-01-01)\n- [Added] All.\n', '1.0.1', '2031-02-03'),
  ).toThrow('There are no unreleased changes.');
});

it('writes checksums that sha256sum accepts, and a bill of materials of what is shipped', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'parlor.deb'), 'a package');
  await attestFiles(root, folder);
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe(
    'parlor.deb: OK\nsbom.cdx.json: OK\n',
  );
  const { bomFormat, components } = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'));
  const names = components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  );
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['@number0/iroh', '@number0/iroh-win32-x64-msvc', 'electron']));
  const shipped = collectLicences(root).packages.map(({ name, version }) => `${name}@${version}`);
  const listed: string[] = components.map(
    ({ version }: { version: string }, index: number) => `${names[index]}@${version}`,
  );
  expect(shipped.filter((each) => !listed.includes(each))).toEqual([]);
  expect(listed.filter((each) => !shipped.includes(each) && !each.startsWith('@number0/iroh-'))).toEqual([]);
  const incomplete = components.filter(
    ({ licenses, hashes }: { licenses?: object[]; hashes?: { alg: string }[] }) =>
      !licenses?.length || hashes?.[0]?.alg !== 'SHA-512',
  );
  expect(incomplete).toEqual([]);
  await writeFile(join(folder, 'parlor.deb'), 'another package');
  expect(() => execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, stdio: 'ignore' })).toThrow();
});
