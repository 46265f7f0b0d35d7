/** The service and SQLite on a disk that reports errors or loses power. Only in `npm run test:long`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { afterPowerCut, type DiskFault, diskFaultsUnavailable, faultyDisk } from '../../shared/testing/disk-faults.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestCommunity } from '../testing/community.ts';
import { findDamage } from '../testing/damage.ts';
import { remoteCommunity, serviceArgs, startService } from '../testing/process.ts';
import { RandomLoad, seededRandom } from '../testing/random-load.ts';

const canInjectFaults = isLongRun && diskFaultsUnavailable === null;
if (isLongRun && diskFaultsUnavailable !== null) console.info(`Disk faults: skipped, since ${diskFaultsUnavailable}.`);
vi.setConfig({ testTimeout: 1_200_000 });

function folders() {
  const dir = temporaryFolder();
  const [dataDir, files] = [join(dir, 'data'), join(dir, 'files')];
  for (const path of [dataDir, files]) mkdirSync(path);
  return { dir, dataDir, files };
}

test.runIf(canInjectFaults)('refuses writes with a code while the disk fails, and recovers afterwards', async () => {
  const { dataDir, files } = folders();
  const disk = faultyDisk(dataDir, files);
  const random = seededRandom(11);
  const load = new RandomLoad([], 11, ['database_unavailable', 'storage_full']);
  let service = await startService(serviceArgs(dataDir), { env: disk.env });
  const community = remoteCommunity(service.url, dataDir);
  load.communities = [community];
  const health = async () => (await community.get('GET /health')).body.status;
  await load.runCalls(100);
  const ann = await community.agent('Ann');
  const invite = () => ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) });
  const hits: { [fault: string]: number } = {};
  const failing = ['writes fail', 'syncs fail'] as const satisfies DiskFault[];
  for (let round = 0; round < 20; round += 1) {
    for (const fault of failing) {
      disk.fail(fault, Math.floor(random() * 30));
      // Once the countdown is over, no write is acknowledged.
      await load.runCalls(60);
      const refused = await invite();
      expect([refused.status, refused.code], fault).toEqual([503, 'database_unavailable']);
      expect(await health(), fault).toBe('degraded');
      if (round % 5 === 4) {
        service.child.kill('SIGKILL');
        await service.ended;
        hits[fault] = (hits[fault] ?? 0) + disk.fail('none');
        service = await startService(serviceArgs(dataDir), { env: disk.env });
        community.url = service.url;
      } else hits[fault] = (hits[fault] ?? 0) + disk.fail('none');
      await expect.poll(health).toBe('ok');
      expect((await invite()).status, fault).toBe(201);
      load.responseCounts.clear();
      await load.runCalls(30);
      expect(load.responseCounts.get(503), fault).toBe(undefined);
      expect(await load.check(community), fault).toEqual([]);
    }
    // SQLite writes the remainder of a short write.
    disk.fail('writes are short', Math.floor(random() * 10));
    load.responseCounts.clear();
    await load.runCalls(30);
    expect(load.responseCounts.get(503)).toBe(undefined);
    hits['writes are short'] = (hits['writes are short'] ?? 0) + disk.fail('none');
  }
  // At least one in each round.
  for (const [fault, count] of Object.entries(hits)) expect(count, fault).toBeGreaterThanOrEqual(20);
  console.info(`calls that failed: ${JSON.stringify(hits)}`);
  service.child.kill();
  expect(await service.ended).toBe(0);
  expect(service.log()).not.toMatch(/unhandled|uncaught/i);
  expect(findDamage(dataDir)).toEqual([]);
});

test.runIf(canInjectFaults)('fails reads with a code while the disk cannot be read, and loses nothing', async () => {
  const { dataDir, files } = folders();
  const disk = faultyDisk(dataDir, files);
  const load = new RandomLoad([], 12, ['database_unavailable']);
  let service = await startService(serviceArgs(dataDir), { env: disk.env });
  const community = remoteCommunity(service.url, dataDir);
  load.communities = [community];
  await load.runCalls(300);
  for (let round = 0; round < 10; round += 1) {
    service.child.kill('SIGKILL');
    await service.ended;
    // A new process has nothing cached in memory.
    service = await startService(serviceArgs(dataDir), { env: disk.env });
    community.url = service.url;
    disk.fail('reads fail', round);
    await load.runCalls(60);
    expect(disk.fail('none')).toBeGreaterThan(0);
    await expect.poll(async () => (await community.get('GET /health')).body.status).toBe('ok');
    await load.runCalls(30);
    expect(await load.check(community)).toEqual([]);
  }
  service.child.kill();
  expect(await service.ended).toBe(0);
  expect(service.log()).not.toMatch(/unhandled|uncaught/i);
  expect(findDamage(dataDir)).toEqual([]);
});

test.runIf(canInjectFaults)(
  'keeps everything acknowledged after a power cut that loses and tears unsynced writes',
  async () => {
    const { dir, dataDir, files } = folders();
    const disk = faultyDisk(dataDir, files, { recorded: true });
    const service = await startService(serviceArgs(dataDir), { env: disk.env });
    const load = new RandomLoad([remoteCommunity(service.url, dataDir)], 13);
    /** Acknowledged values, each with the size of the disk's log at that time. */
    const acknowledged: { name: string; value: string | number; by: number }[] = [];
    const { set } = load.ledger;
    load.ledger.set = (name, value) => {
      acknowledged.push({ name, value, by: disk.loggedBytes() });
      return set.call(load.ledger, name, value);
    };
    // Enough for some checkpoints, which move 1000 pages of the log into the database.
    await load.run(8, () => load.calls > 1_500);
    service.child.kill('SIGKILL');
    await service.ended;

    const changes = disk.changes();
    const written = changes.filter(({ kind, path }) => kind === 'write' && path.endsWith('community.db'));
    expect(written.length, 'pages that checkpoints wrote').toBeGreaterThan(100);
    const random = seededRandom(14);
    let checked = 0;
    for (let round = 0; round < 100; round += 1) {
      const last = Math.floor(random() * changes.length);
      const copy = join(dir, `copy-${round}`);
      mkdirSync(copy, { mode: 0o700 });
      afterPowerCut(changes.slice(0, last + 1), dataDir, copy, random);
      const expected = new RandomLoad([], 0);
      const end = changes[last]!.end;
      for (const { name, value, by } of acknowledged) if (by <= end) expected.ledger.set(name, value);
      // A value that was being changed may be the old or the new one.
      for (const { name, by } of acknowledged) if (by > end) expected.ledger.delete(name);
      checked += expected.ledger.size;
      const community = new TestCommunity(copy, {});
      community.now = Date.now();
      await community.start({ bootId: 'another' });
      expect((await community.get('GET /health')).status, `round ${round}`).toBe(200);
      expect(await expected.check(community), `round ${round}, cut after change ${last}`).toEqual([]);
      await community.stop();
      expect(findDamage(copy), `round ${round}`).toEqual([]);
      rmSync(copy, { recursive: true });
    }
    expect(checked).toBeGreaterThan(1_000);
    console.info(`${changes.length} changes, ${checked} acknowledged values checked after 100 power cuts`);
  },
);
