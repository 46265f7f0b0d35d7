import { chmod, chown, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseDataDir, makeDataDir, prepareDataDir } from './data-dir.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parlor-dir-'));
});
afterEach(() => rm(directory, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('makes the folder, closed to others', async () => {
  const made = join(directory, 'a', 'b');
  expect(await prepareDataDir(made)).toBeNull();
  expect(await modeOf(made)).toBe(0o700);
});

test('closes an open folder and says so once', async () => {
  await chmod(directory, 0o755);
  expect(await prepareDataDir(directory)).toMatchObject({ code: 'identity_exposed' });
  expect(await modeOf(directory)).toBe(0o700);
  expect(await prepareDataDir(directory)).toBeNull();
});

test('who only looks ahead makes the folder, and leaves closing and telling to its owner', async () => {
  const made = join(directory, 'a', 'b');
  await makeDataDir(made);
  expect(await modeOf(made)).toBe(0o700);
  await chmod(directory, 0o755);
  await makeDataDir(directory);
  expect(await prepareDataDir(directory)).toMatchObject({ code: 'identity_exposed' });
});

test('a link to an own folder is fine', async () => {
  const link = join(directory, 'link');
  await prepareDataDir(join(directory, 'real'));
  await symlink(join(directory, 'real'), link);
  expect(await prepareDataDir(link)).toBeNull();
});

test('refuses a file in its place', async () => {
  const path = join(directory, 'file');
  await writeFile(path, 'mine');
  await expect(makeDataDir(path)).rejects.toMatchObject({ code: 'data_dir_unusable' });
  await expect(prepareDataDir(path)).rejects.toMatchObject({ code: 'data_dir_unusable' });
  await expect(prepareDataDir(join(path, 'below'))).rejects.toMatchObject({ code: 'data_dir_unusable' });
});

test.runIf(process.getuid?.() === 0)('refuses a folder of another user and leaves it as it is', async () => {
  const foreign = join(directory, 'foreign');
  await prepareDataDir(foreign);
  await chown(foreign, 12_345, 12_345);
  await expect(prepareDataDir(foreign)).rejects.toMatchObject({
    code: 'data_dir_unusable',
    detail: { reason: 'owner' },
  });
  expect(await readdir(foreign)).toEqual([]);
});

test('takes the option before the environment before the platform', () => {
  expect(chooseDataDir('/a', { PARLOR_DATA_DIR: '/b' })).toBe('/a');
  expect(chooseDataDir(undefined, { PARLOR_DATA_DIR: '/b' })).toBe('/b');
  expect(chooseDataDir('rel', {})).toBe(resolve('rel'));
  const fallback = chooseDataDir(undefined, {});
  expect(isAbsolute(fallback)).toBe(true);
  expect(fallback).toMatch(/parlor/i);
});
