/** Files that are replaced under a running service, or after it was killed, as operators restore backups. */
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findDamage } from '../testing/damage.ts';
import { remoteCommunity, runService, type ServiceProcess, serviceArgs, startService } from '../testing/process.ts';

let dataDir: string;
let backup: string;
let service: ServiceProcess;
let community: ReturnType<typeof remoteCommunity>;
const database = () => join(dataDir, 'community.db');

/** Ann is in the backup. Bob isn't, and is the only change that the log has. */
beforeEach(async () => {
  const dir = temporaryFolder();
  dataDir = join(dir, 'data');
  backup = join(dir, 'backup.db');
  await start();
  await community.agent('Ann');
  expect(await runService(['backup', '--data-dir', dataDir, '--out', backup])).toMatchObject({ code: 0 });
  await community.agent('Bob');
  expect(statSync(`${database()}-wal`).size).toBeGreaterThan(0);
});

async function start(): Promise<void> {
  service = await startService(serviceArgs(dataDir));
  community = remoteCommunity(service.url, dataDir);
}

async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  service.child.kill(signal);
  await service.ended;
}

const health = async () => (await community.get('GET /health')).body.status;

async function members(): Promise<string[]> {
  const asker = await community.agent('Asker');
  const found = await Promise.all(
    ['Ann', 'Bob'].map((name) => asker.call('GET /api/v1/agents/search', { query: { name } })),
  );
  return found.flatMap(({ body }) => body.results.map(({ nickname }: { nickname: string }) => nickname));
}

/** Restarts, and expects the restored backup, which is undamaged. */
async function expectRestored(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await stop(signal);
  await start();
  expect(await health()).toBe('ok');
  expect(await members()).toEqual(['Ann']);
  expect(await runService(['check', '--data-dir', dataDir])).toMatchObject({ code: 0 });
  await stop('SIGTERM');
  expect(findDamage(dataDir)).toEqual([]);
}

const replacements = {
  'renamed over': () => renameSync(backup, database()),
  'copied over': () => copyFileSync(backup, database()),
};

test.each([
  ['renamed over', 'SIGTERM'],
  ['renamed over', 'SIGKILL'],
  ['copied over', 'SIGTERM'],
  ['copied over', 'SIGKILL'],
] as const)('a backup %s the file of a running service is what it has after %s and a start', async (how, signal) => {
  replacements[how]();
  expect(await health()).toBe('degraded');
  await expect(community.agent('Late')).rejects.toThrow('503');
  expect(service.log()).toContain('Its operators have to restart the service');
  await expectRestored(signal);
});

test.each(['renamed over', 'copied over'] as const)(
  'a log that a killed service has left is not replayed over a backup that is %s its file',
  async (how) => {
    await stop('SIGKILL');
    replacements[how]();
    for (const command of [['check'], ['moderate', 'bans'], ['backup', '--out', join(dataDir, 'copy.db')]]) {
      const { code, err } = await runService([...command, '--data-dir', dataDir]);
      expect([code, err]).toEqual([1, expect.stringContaining('Start the service, which sets it aside')]);
    }
    await start();
    expect(service.log()).toContain('set aside');
    expect(existsSync(`${database()}-wal.set-aside`)).toBe(true);
    await expectRestored('SIGTERM');
  },
);

test('a log that belongs to its file is replayed, also in a copy of the directory', async () => {
  await stop('SIGKILL');
  const copy = `${dataDir}-copy`;
  await cp(dataDir, copy, { recursive: true });
  for (const directory of [dataDir, copy]) {
    dataDir = directory;
    await start();
    expect(await members()).toEqual(['Ann', 'Bob']);
    await stop('SIGTERM');
  }
});

test('what was acknowledged is in the opened file once another one has its name', async () => {
  const old = `${dataDir}-old.db`;
  renameSync(database(), old);
  copyFileSync(backup, database());
  await expect.poll(() => statSync(`${database()}-wal`).size).toBe(0);
  await stop('SIGKILL');
  renameSync(old, database());
  await start();
  expect(await members()).toEqual(['Ann', 'Bob']);
  await stop('SIGTERM');
});

test.each(['community.db', 'community.db-wal', 'community.db-shm', 'replay.db-wal'])(
  'nothing is acknowledged once %s is removed',
  async (name) => {
    rmSync(join(dataDir, name));
    expect(await health()).toBe('degraded');
    await expect(community.agent('Late')).rejects.toThrow('503');
    expect(service.log()).toContain('A data file of the service was removed.');
    await stop('SIGTERM');
  },
);
