import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = temporaryFolder();
  path = join(directory, 'file');
});

const text = (value: string) => new TextEncoder().encode(value);

test('replaces a file and leaves no other file behind', async () => {
  await writeFileAtomic(path, text('one'));
  await writeFileAtomic(path, text('two'));
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readdir(directory)).toEqual(['file']);
});

test('sets exactly the requested mode, whatever the umask', async () => {
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

test('keeps the previous version on request', async () => {
  await writeFileAtomic(path, text('one'), { backup: true });
  expect(await readdir(directory)).toEqual(['file']);
  await writeFileAtomic(path, text('two'), { backup: true });
  await writeFileAtomic(path, text('three'), { backup: true });
  expect(await readFile(path, 'utf8')).toBe('three');
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('two');
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak']);
});

test('accepts a backup that is already a link to the file, as after a kill before the rename', async () => {
  await writeFileAtomic(path, text('one'));
  await link(path, `${path}.bak`);
  await writeFileAtomic(path, text('two'), { backup: true });
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('one');
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak']);
});

test('keeps the old content and leaves no temporary file after a failed write', async () => {
  await expect(writeFileAtomic(join(directory, 'absent', 'file'), text('two'))).rejects.toThrow('ENOENT');
  // A directory at the path makes the last step, the rename, fail.
  await mkdir(join(path, 'inside'), { recursive: true });
  await expect(writeFileAtomic(path, text('two'))).rejects.toThrow();
  expect(await readdir(directory)).toEqual(['file']);
  expect(await readdir(path)).toEqual(['inside']);
});

test('removes temporary files of interrupted writes, but no other files', async () => {
  for (const name of ['file', 'file.bak', 'file.tmp-0a', 'file.bak.tmp-0b', 'file2.tmp-0c']) {
    await writeFile(join(directory, name), name);
  }
  await removeLeftovers(path);
  expect((await readdir(directory)).sort()).toEqual(['file', 'file.bak', 'file2.tmp-0c']);
});

test('leaves complete current and previous versions after kill -9 at any moment', async () => {
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
