import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openSealedFile } from './sealed-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'things.sealed');
});

const open = (byte = 1, purpose = 'things') =>
  openSealedFile({ path, key: new Uint8Array(32).fill(byte), purpose, schema: z.array(z.string()), empty: [] });

test('reads the last write back, but only with the same key and purpose', async () => {
  const file = await open();
  await Promise.all([file.write(['one']), file.write(['one', 'two'])]);
  expect((await open()).value).toEqual(['one', 'two']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path)).includes('two')).toBe(false);
  const good = await readFile(path);
  for (const openWrong of [() => open(2), () => open(1, 'other things')]) {
    const { value, renamedTo } = await openWrong();
    expect([value, renamedTo]).toEqual([[], expect.stringMatching(/things\.sealed\.unreadable-\d$/)]);
    expect(await readFile(renamedTo!)).toEqual(good);
    await writeFile(path, good);
  }
});

test('detects truncation and every changed byte', async () => {
  await (await open()).write(['one']);
  const good = await readFile(path);
  for (let i = 0; i < good.length; i += 1) {
    for (const bad of [good.subarray(0, i), good.map((byte, index) => (index === i ? byte ^ 1 : byte))]) {
      await writeFile(path, bad);
      const { value, renamedTo } = await open();
      expect([value, renamedTo !== null]).toEqual([[], true]);
      await rm(renamedTo!);
    }
  }
  expect(await readdir(folder)).toEqual([]);
});

test('completes pending writes on close, and rejects later ones', async () => {
  const file = await open();
  const writing = file.write(['kept']);
  await file.close();
  await writing;
  await expect(file.write(['lost'])).rejects.toMatchObject({ code: 'cancelled' });
  expect(file.value).toEqual([]);
  expect((await open()).value).toEqual(['kept']);
});

test('keeps the stored content after a failed write, and can write again', async () => {
  const file = await open();
  await file.write(['stored']);
  await rm(path);
  await mkdir(join(path, 'in the way'), { recursive: true });
  await expect(file.write(['lost'])).rejects.toThrow();
  expect(file.value).toEqual(['stored']);
  await rm(path, { recursive: true });
  await file.write(['next']);
  expect((await open()).value).toEqual(['next']);
});
