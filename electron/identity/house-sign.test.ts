import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHouseSign } from './house-sign.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parlor-sign-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('two words, made once and kept for this user alone', async () => {
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
  // Twenty of nine thousand: three or more equal pairs is one in hundreds of millions.
  expect(signs.size).toBeGreaterThan(17);
});

test.each(['', 'amber', 'amber amber', 'amber kettle kettle', '<b>x</b> kettle', '\u0000'])(
  '%o is replaced',
  async (kept) => {
    await writeFile(join(directory, 'house-sign'), kept);
    const sign = await openHouseSign(directory);
    expect(sign).toMatch(/^[a-z]+ [a-z]+$/);
    expect((await readFile(join(directory, 'house-sign'), 'utf8')).trim()).toBe(sign);
  },
);
