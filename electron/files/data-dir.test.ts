import { spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { onReportedError } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { chooseDataDir, makeDataDir, prepareDataDir } from './data-dir.ts';

const another = 12_345;
const asRoot = test.runIf(process.getuid?.() === 0);

let directory: string;
let reports: string[];
beforeEach(() => {
  directory = temporaryFolder();
  reports = [];
  onTestFinished(onReportedError((error) => void reports.push((error as Error).message)));
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('creates the folder without access for other users', async () => {
  const folder = join(directory, 'a', 'b');
  await prepareDataDir(folder);
  expect(await modeOf(folder)).toBe(0o700);
});

test('removes the access of other users', async () => {
  await chmod(directory, 0o755);
  await prepareDataDir(directory);
  expect(await modeOf(directory)).toBe(0o700);
});

test('prepares a folder in which files come and go', async () => {
  let isDone = false;
  const replace = async () => {
    while (!isDone) {
      const temporary = join(directory, 'settings.json.tmp');
      await writeFile(temporary, '{}');
      await rename(temporary, join(directory, 'settings.json'));
    }
  };
  const replacing = replace();
  for (let round = 0; round < 200; round += 1) expect(await prepareDataDir(directory)).toBe(false);
  isDone = true;
  await replacing;
});

test('makeDataDir creates the folder but does not change permissions', async () => {
  const folder = join(directory, 'a', 'b');
  await makeDataDir(folder);
  expect(await modeOf(folder)).toBe(0o700);
  await chmod(directory, 0o755);
  await makeDataDir(directory);
  expect(await modeOf(directory)).toBe(0o755);
});

test('accepts a link to a folder of the same user', async () => {
  const link = join(directory, 'link');
  await prepareDataDir(join(directory, 'real'));
  await symlink(join(directory, 'real'), link);
  expect(await prepareDataDir(link)).toBe(false);
});

test('rejects a file at the path', async () => {
  const path = join(directory, 'file');
  await writeFile(path, 'mine');
  await expect(makeDataDir(path)).rejects.toMatchObject({ code: 'data_dir_unusable' });
  await expect(prepareDataDir(path)).rejects.toMatchObject({ code: 'data_dir_unusable' });
  await expect(prepareDataDir(join(path, 'below'))).rejects.toMatchObject({ code: 'data_dir_unusable' });
});

test.runIf(process.platform === 'linux')(
  'rejects a folder that cannot be created, instead of trying for ever',
  async () => {
    for (const path of ['/proc/parlor', '/proc/parlor/inner'])
      await expect(prepareDataDir(path)).rejects.toMatchObject({
        code: 'data_dir_unusable',
        detail: { reason: 'ENOENT' },
      });
  },
);

asRoot('rejects a folder of another user without changing it', async () => {
  const foreign = join(directory, 'foreign');
  await prepareDataDir(foreign);
  await chown(foreign, another, another);
  await expect(prepareDataDir(foreign)).rejects.toMatchObject({
    code: 'data_dir_unusable',
    detail: { reason: 'owner' },
  });
  expect(await readdir(foreign)).toEqual([]);
});

asRoot('sets aside whatever another user has put there, and says so', async () => {
  const elsewhere = join(directory, 'elsewhere');
  const data = join(directory, 'data');
  for (const folder of [data, elsewhere, join(data, 'community'), join(data, 'own')]) await mkdir(folder);
  await chmod(data, 0o777);
  await symlink(elsewhere, join(data, 'tables'));
  await symlink(elsewhere, join(data, 'own link'));
  const foreign = ['settings.json', 'lock.db', 'parlor.log', 'own/index.json', 'own/below/record.jsonl'];
  await mkdir(join(data, 'own', 'below'));
  for (const folder of ['own', 'own/below']) await chmod(join(data, folder), 0o777);
  for (const file of [...foreign, 'identity.json']) await writeFile(join(data, file), '{}');
  await mkdir(join(data, 'closed', 'open'), { recursive: true, mode: 0o700 });
  await chmod(join(data, 'closed', 'open'), 0o777);
  await writeFile(join(data, 'closed', 'file'), 'from when it was open');
  await writeFile(join(data, 'closed', 'open', 'hooks.js'), 'code');
  for (const path of [...foreign, 'identity.json', 'community', 'closed/file', 'closed/open/hooks.js'])
    await chown(join(data, path), another, another);
  await lchown(join(data, 'tables'), another, another);
  const kept = ['closed', 'closed/open', 'identity.json', 'own', 'own link', 'own/below'];
  const movedNames = ['community', 'file', 'hooks.js', 'index.json', 'lock.db', 'parlor.log', 'record.jsonl'];
  for (const _ of ['at the first start', 'at the next']) {
    expect(await prepareDataDir(data)).toBe(false);
    const [target = '', ...others] = (await readdir(data)).filter((name) => name.startsWith('set-aside-'));
    expect(others).toEqual([]);
    const paths = (await readdir(data, { recursive: true })).filter((path) => !path.startsWith(target));
    expect(paths.sort()).toEqual(kept);
    const names = (await readdir(join(data, target))).map((name) => name.replace(/^\d+-/, ''));
    expect(names.sort()).toEqual([...movedNames, 'settings.json', 'tables']);
    expect(reports.filter((report) => report.startsWith(`${data}/settings.json `))).toEqual([
      expect.stringMatching(
        `^${data}/settings.json belonged to another user of this computer. It isn't used, and is now ${data}/${target}/\\d+-settings.json.$`,
      ),
    ]);
    for (const folder of ['own', 'own/below', 'closed/open', target])
      expect(await modeOf(join(data, folder))).toBe(0o700);
  }
  expect(reports).toHaveLength(9);
  expect(await readdir(elsewhere)).toEqual([]);
});

asRoot('sets aside names that are not UTF-8, of every length, and that look like its own', async () => {
  const names = [
    Buffer.from([0x65, 0x76, 0x69, 0x6c, 0xff, 0xfe]),
    ...['a'.repeat(255), 'a\u001b]0;b\u0007\n2026 forged', 'settings.json.unreadable-1', 'set-aside-aaaaaa'].map(
      (name) => Buffer.from(name),
    ),
  ];
  for (const name of names) {
    const path = Buffer.concat([Buffer.from(`${directory}/`), name]);
    await writeFile(path, '');
    await chown(path, another, another);
  }
  await prepareDataDir(directory);
  expect(reports).toHaveLength(names.length);
  const [target = '', ...others] = await readdir(directory);
  expect(others).toEqual([]);
  const plainNames = (await readdir(join(directory, target))).map((name) => name.replace(/^\d+-/, ''));
  expect(plainNames.sort()).toEqual([
    'a__0_b__2026_forged',
    'a'.repeat(40),
    'evil__',
    'set-aside-aaaaaa',
    'settings.json.unreadable-1',
  ]);
});

asRoot('sets aside thousands of files at once, and reports the first', async () => {
  for (let index = 0; index < 3000; index += 1) {
    const path = join(directory, `f${index}`);
    writeFileSync(path, '');
    chownSync(path, another, another);
  }
  await prepareDataDir(directory);
  const [target = '', ...others] = await readdir(directory);
  expect(others).toEqual([]);
  expect(await readdir(join(directory, target))).toHaveLength(3000);
  expect(reports).toHaveLength(21);
  expect(reports.at(-1)).toBe('2980 more files and folders of other users were set aside.');
});

test('prefers the option over the environment, and the environment over the platform’s default', () => {
  expect(chooseDataDir('/a', { PARLOR_DATA_DIR: '/b' })).toBe('/a');
  expect(chooseDataDir(undefined, { PARLOR_DATA_DIR: '/b' })).toBe('/b');
  expect(chooseDataDir('rel', {})).toBe(resolve('rel'));
  const fallback = chooseDataDir(undefined, {});
  expect(isAbsolute(fallback)).toBe(true);
  expect(fallback).toMatch(/parlor/i);
});

test('a user without a home folder has to choose one', () => {
  const script = `
    import os from 'node:os';
    // As for a user who has neither HOME nor an entry in the list of users.
    os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT'); };
    const { chooseDataDir } = await import(${JSON.stringify(new URL('data-dir.ts', import.meta.url).href)});
    console.log(chooseDataDir('/a', {}));
    try { chooseDataDir(undefined, {}); } catch ({ code }) { console.log(code); }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual([resolve('/a'), 'data_dir_unusable', '']);
});
