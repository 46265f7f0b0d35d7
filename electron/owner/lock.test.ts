import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { failingFiles } from '../../shared/testing/failing-files.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openToOthers } from '../files/testing/permissions.ts';
import { lockDataDir, readDataDirOwner } from './lock.ts';

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = temporaryFolder();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

async function start(): Promise<{ child: ChildProcess; output: string }> {
  const script = fileURLToPath(new URL('./testing/hold-lock.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [output] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, output: output as string };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('refuses a second owner, also in the same process, until the first releases the lock', async () => {
  const lock = await lockDataDir(directory);
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_busy', detail: { pid: process.pid } });
  expect((await start()).output).toBe('data_dir_busy');
  await lock.release();
  await lock.release();
  expect(await readDataDirOwner(directory)).toBeNull();
  await (await lockDataDir(directory)).release();
});

test('reports the owning process, and can be acquired after that process is killed', async () => {
  const { child, output } = await start();
  expect(output).toBe('held');
  await expect(lockDataDir(directory)).rejects.toMatchObject({
    code: 'data_dir_busy',
    message: expect.stringContaining(`process ${child.pid}`),
    detail: { pid: child.pid, started_at: expect.any(Number) },
  });
  await kill(child);
  const lock = await lockDataDir(directory);
  expect(await readDataDirOwner(directory)).toMatchObject({ pid: process.pid });
  await lock.release();
});

test('exactly one of several concurrent starts acquires it after its owner was killed', async () => {
  await kill((await start()).child);
  const length = isLongRun ? 4 : 2;
  const output = await Promise.all(Array.from({ length }, async () => (await start()).output));
  expect(output.sort()).toEqual([...Array(length - 1).fill('data_dir_busy'), 'held']);
});

test('ignores an unreadable owner.json', async () => {
  const lock = await lockDataDir(directory);
  await writeFile(join(directory, 'owner.json'), 'not json');
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_busy', detail: { path: directory } });
  await lock.release();
});

test('creates the folder and removes the access of others', async () => {
  const lock = await lockDataDir(join(directory, 'absent'));
  expect(await openToOthers(join(directory, 'absent'))).toEqual([]);
  expect((await stat(join(directory, 'absent'))).mode & 0o777).toBe(0o700);
  await lock.release();
  await chmod(join(directory, 'absent'), 0o755);
  const again = await lockDataDir(join(directory, 'absent'));
  expect((await stat(join(directory, 'absent'))).mode & 0o777).toBe(0o700);
  await again.release();
});

test('rejects a folder in which the lock file cannot be created', async () => {
  await mkdir(join(directory, 'lock.db'));
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_unusable' });
});

test('a discarded lock removes a directory that it created, but no existing one', async () => {
  const created = join(directory, 'created');
  const lock = await lockDataDir(created);
  await writeFile(join(created, 'settings.json'), '{}');
  await lock.release({ discard: true });
  await expect(stat(created)).rejects.toMatchObject({ code: 'ENOENT' });
  await (await lockDataDir(directory)).release({ discard: true });
  expect((await stat(directory)).isDirectory()).toBe(true);
  const kept = await lockDataDir(created);
  await kept.release();
  expect((await stat(created)).isDirectory()).toBe(true);
});

test('leaves no folder behind that it created but could not prepare', async () => {
  const files = await failingFiles(directory);
  onTestFinished(files.dispose);
  files.begin();
  await (await lockDataDir(join(directory, 'first'))).release();
  const { length } = files.operations;
  for (let index = 0; index < length; index += 1) {
    const path = join(directory, `new-${index}`);
    files.begin({ code: 'ENOSPC', from: index, to: index + 1 });
    await lockDataDir(path).then(
      (lock) => lock.release({ discard: true }),
      (error) => expect(error).toMatchObject({ code: 'data_dir_unusable' }),
    );
    expect(existsSync(path), files.operations[index]).toBe(false);
  }
});
