import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openHouseSign } from './house-sign.ts';

let directory: string;
beforeEach(async () => {
  directory = temporaryFolder();
});

test('is two words, generated once and readable by this user only', async () => {
  const sign = await openHouseSign(directory);
  expect(sign).toMatch(/^[a-z]+ [a-z]+$/);
  expect(await openHouseSign(directory)).toBe(sign);
  expect((await stat(join(directory, 'house-sign'))).mode & 0o777).toBe(0o600);
});

test('differs from computer to computer', async () => {
  const signs = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    signs.add(await openHouseSign(directory));
    await rm(join(directory, 'house-sign'));
  }
  // Of about 9,000 combinations: fewer than 18 different signs occur about once in 600,000 runs.
  expect(signs.size).toBeGreaterThan(17);
});

test.each(['', 'amber', 'amber amber', 'amber kettle kettle', '<b>x</b> kettle', '\u0000'])(
  'replaces an invalid file (%o)',
  async (content) => {
    await writeFile(join(directory, 'house-sign'), content);
    const sign = await openHouseSign(directory);
    expect(sign).toMatch(/^[a-z]+ [a-z]+$/);
    expect((await readFile(join(directory, 'house-sign'), 'utf8')).trim()).toBe(sign);
  },
);

test('a sign that cannot be stored holds for one run', async () => {
  const directory = temporaryFolder();
  await mkdir(join(directory, 'house-sign'));
  expect(await openHouseSign(directory)).toMatch(/^[a-z]+ [a-z]+$/);
});
