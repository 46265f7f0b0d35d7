import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openJsonFile } from './json-file.ts';
import { specialFiles } from './testing/special-files.ts';

const schema = z.array(z.int());
let path: string;
const open = () => openJsonFile(path, schema.parse, []);
beforeEach(() => {
  path = join(temporaryFolder(), 'inner', 'numbers.json');
});

it('stores the last value of concurrent saves', async () => {
  const file = await open();
  expect([file.value, file.state]).toEqual([[], 'missing']);
  const saves = [1, 2, 3].map((number) => file.save([...file.value, number]));
  expect(file.value).toEqual([1, 2, 3]);
  await Promise.all(saves);
  expect((await open()).value).toEqual([1, 2, 3]);
});

it('renames an invalid file instead of overwriting it', async () => {
  await mkdir(join(path, '..'));
  await writeFile(path, '["one"]');
  const file = await open();
  expect([file.value, file.state]).toEqual([[], 'damaged']);
  expect(await readFile(`${path}.bad`, 'utf8')).toBe('["one"]');
});

it('neither renames nor overwrites a file that the disk does not let it read', async () => {
  const folder = join(path, '..');
  // A link to itself cannot be opened by any user.
  await symlink(folder, folder);
  const file = await open();
  expect([file.value, file.state]).toEqual([[], 'inaccessible']);
  await expect(file.save([2])).rejects.toMatchObject({ code: 'data_dir_unusable' });
  await rm(folder);
  await mkdir(folder);
  await writeFile(path, '[1]');
  expect((await open()).value).toEqual([1]);
});

it.each(specialFiles)('sets $name aside', async ({ create }) => {
  await mkdir(join(path, '..'));
  create(path);
  const file = await open();
  expect([file.value, file.state]).toEqual([[], 'damaged']);
  await file.save([1]);
  expect((await readdir(join(path, '..'))).sort()).toEqual(['numbers.json', 'numbers.json.bad']);
});

it('removes the leftovers of an interrupted write, before its first save only', async () => {
  await mkdir(join(path, '..'));
  await writeFile(`${path}.tmp-0123456789ab`, '[');
  const file = await open();
  expect(await readdir(join(path, '..'))).toHaveLength(1);
  await file.save([1]);
  expect(await readdir(join(path, '..'))).toEqual(['numbers.json']);
});

it('keeps the stored value after a failed save, and can save again', async () => {
  const file = await open();
  await file.save([1]);
  await rm(join(path, '..'), { recursive: true });
  await writeFile(join(path, '..'), '');
  await expect(Promise.all([file.save([2]), file.save([3])])).rejects.toThrow();
  await expect(file.save([4])).rejects.toThrow();
  expect(file.value).toEqual([1]);
  await rm(join(path, '..'));
  await mkdir(join(path, '..'));
  await file.save([5]);
  expect((await open()).value).toEqual([5]);
});
