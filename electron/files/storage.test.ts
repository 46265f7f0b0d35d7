import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { measureStorage } from './storage.ts';

let dir: string;
beforeEach(async () => {
  dir = temporaryFolder();
});

async function file(path: string, bytes: number): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), Buffer.alloc(bytes));
}

test('counts each file once, including those of further identities, and reports free space', async () => {
  const key = 'ab'.repeat(32);
  await file('identity.json', 1);
  await file(`identities/${key}/identity.json`, 2);
  await file('tables/t1/record.jsonl', 10);
  await file(`identities/${key}/tables/t2/record.jsonl`, 20);
  await file('letters.sealed', 100);
  await file('protocols/x/spec.json', 1_000);
  await file('community/community.db', 10_000);
  await file('house/wick/identity.json', 100_000);
  await file('community.log', 5);
  await file('settings.json', 7);
  const { path, free_bytes, parts } = await measureStorage(dir);
  expect(path).toBe(dir);
  expect(free_bytes).toBeGreaterThan(0);
  expect(Object.fromEntries(parts.map(({ id, bytes, files }) => [id, [bytes, files]]))).toEqual({
    records: [30, 2],
    messages: [100, 1],
    protocols: [1_000, 1],
    community: [10_000, 1],
    house: [100_000, 1],
    logs: [5, 1],
    keys: [3, 2],
    other: [7, 1],
  });
});

test('reports a missing folder as empty', async () => {
  const { free_bytes, parts } = await measureStorage(join(dir, 'none'));
  expect(free_bytes).toBeNull();
  expect(parts.every(({ bytes }) => bytes === 0)).toBe(true);
});
