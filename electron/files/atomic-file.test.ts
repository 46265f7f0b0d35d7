import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeLeftovers, writeFileAtomic } from './atomic-file.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parlor-atomic-'));
  path = join(directory, 'file');
});
afterEach(() => rm(directory, { recursive: true }));

const text = (value: string) => new TextEncoder().encode(value);

test('replaces a file and leaves nothing else behind', async () => {
  await writeFileAtomic(path, text('one'));
  await writeFileAtomic(path, text('two'));
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readdir(directory)).toEqual(['file']);
});

test('gives exactly the mode asked for, whatever the umask', async () => {
  const before = process.umask(0o077);
  try {
    await writeFileAtomic(path, text('open'), { mode: 0o644 });
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    await writeFileAtomic(path, text('closed'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(before);
  }
});

test('keeps the previous version when asked, and only that one', async () => {
  await writeFileAtomic(path, text('one'), { backup: true });
  expect(await readdir(directory)).toEqual(['file']);
  await writeFileAtomic(path, text('two'), { backup: true });
  await writeFileAtomic(path, text('three'), { backup: true });
  expect(await readFile(path, 'utf8')).toBe('three');
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('two');
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak']);
});

test('a backup that is a link to the file already (killed before the rename) does no harm', async () => {
  await writeFileAtomic(path, text('one'));
  await link(path, `${path}.bak`);
  await writeFileAtomic(path, text('two'), { backup: true });
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('one');
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak']);
});

test('a write that fails leaves the old bytes and no temporary file', async () => {
  await expect(writeFileAtomic(join(directory, 'absent', 'file'), text('two'))).rejects.toThrow('ENOENT');
  // A directory stands where the file should go: the last step, the rename, is refused.
  await mkdir(join(path, 'inside'), { recursive: true });
  await expect(writeFileAtomic(path, text('two'))).rejects.toThrow();
  expect(await readdir(directory)).toEqual(['file']);
  expect(await readdir(path)).toEqual(['inside']);
});

test('removes what killed writes left, and nothing of its neighbours', async () => {
  for (const name of ['file', 'file.bak', 'file.tmp-0a', 'file.bak.tmp-0b', 'file2.tmp-0c']) {
    await writeFile(join(directory, name), name);
  }
  await removeLeftovers(path);
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak', 'file2.tmp-0c']);
});

test('kill -9 at any moment leaves one whole version, and a whole version before it', { timeout: 60_000 }, async () => {
  const script = fileURLToPath(new URL('./testing/write-forever.ts', import.meta.url));
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) {
      lines += 1;
      if (lines === 3 + round * 5) child.kill('SIGKILL');
    }
    await ended;
    expect(lines).toBeGreaterThanOrEqual(3 + round * 5);
    for (const name of ['file', 'file.bak']) {
      const bytes = await readFile(join(directory, name));
      expect(bytes.length).toBe(100_000);
      expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
    }
  }
  await removeLeftovers(path);
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak']);
});
