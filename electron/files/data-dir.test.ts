import { spawnSync } from 'node:child_process';
import { chmod, chown, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { chooseDataDir, makeDataDir, prepareDataDir } from './data-dir.ts';

const another = 12_345;
const asRoot = test.runIf(process.getuid?.() === 0);

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
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
