import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir, readDataDirOwner } from './lock.ts';

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parlor-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await rm(directory, { recursive: true });
});

async function start(): Promise<{ child: ChildProcess; said: string }> {
  const script = fileURLToPath(new URL('./testing/hold-lock.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, said: said as string };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('a second owner is refused, in this process too, until the first lets go', async () => {
  const lock = await lockDataDir(directory);
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_busy', detail: { pid: process.pid } });
  expect((await start()).said).toBe('data_dir_busy');
  await lock.release();
  await lock.release();
  expect(await readDataDirOwner(directory)).toBeNull();
  await (await lockDataDir(directory)).release();
});

test('names the process that holds it, and takes over when that one is killed', async () => {
  const { child, said } = await start();
  expect(said).toBe('held');
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

test('of many that start at once, after an owner was killed, exactly one holds it', async () => {
  await kill((await start()).child);
  const said = await Promise.all(Array.from({ length: 4 }, async () => (await start()).said));
  expect(said.sort()).toEqual(['data_dir_busy', 'data_dir_busy', 'data_dir_busy', 'held']);
});

test('an unreadable note of the owner changes nothing', async () => {
  const lock = await lockDataDir(directory);
  await writeFile(join(directory, 'owner.json'), 'not json');
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_busy', detail: { path: directory } });
  await lock.release();
});

test('makes the folder, closes an open one and says so', async () => {
  const lock = await lockDataDir(join(directory, 'absent'));
  expect(lock.notice).toBeNull();
  expect((await stat(join(directory, 'absent'))).mode & 0o777).toBe(0o700);
  await lock.release();
  await chmod(join(directory, 'absent'), 0o755);
  const again = await lockDataDir(join(directory, 'absent'));
  expect(again.notice).toMatchObject({ code: 'identity_exposed' });
  await again.release();
});

test('a folder that can hold no lock is unusable', async () => {
  await mkdir(join(directory, 'lock.db'));
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_unusable' });
});
