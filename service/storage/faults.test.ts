/** Faults below the service: a killed process, power loss, a full or missing disk. PARLOR_LONG=1 runs more rounds. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestCommunity } from '../testing/community.ts';
import { findDamage } from '../testing/damage.ts';
import {
  canObeyFileModes,
  remoteCommunity,
  runService,
  type ServiceProcess,
  serviceArgs,
  spawnService,
  startService,
} from '../testing/process.ts';
import { RandomLoad, seededRandom } from '../testing/random-load.ts';

vi.setConfig({ testTimeout: isLongRun ? 7_200_000 : 300_000 });

const dir = temporaryFolder();

async function end({ child, ended, log }: ServiceProcess): Promise<void> {
  child.kill();
  expect(await ended).toBe(0);
  expect(log()).not.toMatch(/unhandled|uncaught/i);
}

test('keeps all acknowledged writes and rejects replays after being killed at any moment', async () => {
  const dataDir = join(dir, 'killed');
  const random = seededRandom(1);
  const load = new RandomLoad([], 1);
  const starts: number[] = [];
  const rejectsReplay = async () => {
    if (load.acceptedRequest) expect((await load.resendAccepted()).code).toBe('replayed_request');
  };
  for (let round = 0; round < (isLongRun ? 500 : 1); round += 1) {
    const from = performance.now();
    const service = await startService(serviceArgs(dataDir));
    starts.push(performance.now() - from);
    const community = remoteCommunity(service.url, dataDir);
    load.communities = [community];
    await rejectsReplay();
    // With a long history, checking every round takes too long.
    if (round % 20 < 5) expect(await load.check(community), `round ${round}`).toEqual([]);
    const last = load.calls + 20 + random() * 200;
    const hit = () => load.calls > last && service.child.kill('SIGKILL');
    // The kill hits all workers in the middle of a call.
    await expect(load.run(8, () => hit() && false)).rejects.toThrow(/ECONN|hang up/);
    expect(await service.ended).toBe('SIGKILL');
  }
  const service = await startService(serviceArgs(dataDir));
  const community = remoteCommunity(service.url, dataDir);
  load.communities = [community];
  await rejectsReplay();
  expect(await load.check(community)).toEqual([]);
  await end(service);
  expect(findDamage(dataDir)).toEqual([]);
  if (isLongRun)
    console.info(`restarts in ms: median ${starts.sort((a, b) => a - b)[starts.length >> 1]}, worst ${starts.at(-1)}`);
});

/** The number of frames in the write-ahead log, and how many of them may have been copied into the database file. */
function logState(dataDir: string): { frames: number; checkpointed: number } {
  // https://www.sqlite.org/walformat.html, section 2.1: mxFrame, nBackfillAttempted.
  const index = readFileSync(join(dataDir, 'community.db-shm'));
  return { frames: index.readUInt32LE(16), checkpointed: Math.max(index.readUInt32LE(96), index.readUInt32LE(128)) };
}
const logHeaderBytes = 32;
const frameBytes = 24 + 4096;

test.runIf(isLongRun && process.platform === 'linux')(
  'loses at most the last writes in a simulated power loss',
  async () => {
    const dataDir = join(dir, 'cut');
    const random = seededRandom(2);
    const workers = 8;
    const service = await startService(serviceArgs(dataDir));
    const load = new RandomLoad([remoteCommunity(service.url, dataDir)], 2);
    let cuts = 0;
    for (let round = 0; round < 300; round += 1) {
      load.communities = [remoteCommunity(service.url, dataDir)];
      const last = load.calls + 10 + random() * 80;
      let stopped = false;
      const running = load.run(workers, () => stopped);
      await vi.waitFor(() => expect(load.calls).toBeGreaterThan(last), { timeout: 20_000, interval: 1 });
      // The process is suspended while its files are copied, so the copy is a consistent snapshot.
      service.child.kill('SIGSTOP');
      await vi.waitFor(() => expect(readFileSync(`/proc/${service.child.pid}/stat`, 'utf8')).toMatch(/\) T /));
      const acknowledged = new Map(load.ledger);
      const copy = mkdtempSync(join(dir, 'copy-'));
      for (const name of readdirSync(dataDir)) {
        if (!name.endsWith('-shm')) copyFileSync(join(dataDir, name), join(copy, name));
      }
      const { frames, checkpointed } = logState(dataDir);
      stopped = true;
      service.child.kill('SIGCONT');
      await running;
      // Frames are synced in the log before they are copied into the database file, so these cannot be lost.
      const kept = Math.max(
        logHeaderBytes + frameBytes * checkpointed,
        logHeaderBytes + frameBytes * frames - 1 - Math.floor(random() * 4096),
      );
      const lost = Math.ceil((logHeaderBytes + frameBytes * frames - kept) / frameBytes);
      if (lost > 0) {
        truncateSync(join(copy, 'community.db-wal'), kept);
        cuts += 1;
      }
      const community = new TestCommunity(copy, {});
      community.now = Date.now();
      await community.start({ bootId: 'another' });
      expect((await community.get('GET /health')).status).toBe(200);
      const expected = new RandomLoad([], 0);
      for (const [name, value] of acknowledged) expected.ledger.set(name, value);
      // A frame belongs to one commit, which contains at most one write of each worker.
      expect((await expected.findMissing(community)).length, `round ${round}`).toBeLessThanOrEqual(lost * workers);
      expected.ledger.clear();
      expect(await expected.check(community)).toEqual([]);
      await community.stop();
      expect(findDamage(copy)).toEqual([]);
      rmSync(copy, { recursive: true });
    }
    expect(cuts).toBeGreaterThan(0);
    expect(await load.check(remoteCommunity(service.url, dataDir))).toEqual([]);
    await end(service);
  },
);

/** Mounts a file system of this size and returns its path; null without permission to mount. */
function smallDisk(name: string, megabytes: number): string | null {
  const path = join(dir, name);
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return null;
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

test('on a full disk, rejects writes and serves signed reads until there is space again', async ({ skip }) => {
  const dataDir = smallDisk('small', 32);
  if (!dataDir) return skip('no permission to mount a file system');
  try {
    let service = await startService(serviceArgs(dataDir));
    const community = remoteCommunity(service.url, dataDir);
    const load = new RandomLoad([community], 3, ['storage_full']);
    const health = async () => (await community.get('GET /health')).body.status;
    await load.runCalls(isLongRun ? 200 : 60);
    const ann = await community.agent('Ann');
    for (let round = 0; round < (isLongRun ? 10 : 1); round += 1) {
      expect(await health()).toBe('ok');
      fill(join(dataDir, 'filler'));
      await load.runCalls(isLongRun ? 300 : 100);
      expect(load.responseCounts.get(507)).toBeGreaterThan(isLongRun ? 50 : 10);
      expect(await health()).toBe('degraded');
      const statuses = await Promise.all(
        Array.from({ length: isLongRun ? 500 : 20 }, () => ann.call('GET /api/v1/protocols')),
      );
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) });
      expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
      // After a long run, the log has room for a short write.
      if (!isLongRun) {
        const moderate = (...act: string[]) => runService(['moderate', ...act, '--data-dir', dataDir]);
        fill(join(dataDir, 'filler-2'));
        expect(await moderate('bans')).toMatchObject({ code: 0 });
        const { code, err } = await moderate('ban', 'ab'.repeat(32));
        expect([code, err]).toEqual([1, expect.stringMatching(/^storage_full: .*Free some space/)]);
        rmSync(join(dataDir, 'filler-2'));
        expect(service.log().match(/"level":50/g)).toHaveLength(1);
      }
      if (round % 2 === 0) {
        // The service also starts on a full disk.
        service.child.kill('SIGKILL');
        await service.ended;
        service = await startService(serviceArgs(dataDir));
        community.url = service.url;
        expect([await health(), (await ann.call('GET /api/v1/protocols')).status]).toEqual(['degraded', 200]);
      }
      rmSync(join(dataDir, 'filler'));
      await expect.poll(health).toBe('ok');
      load.responseCounts.clear();
      await load.runCalls(isLongRun ? 100 : 30);
      expect(load.responseCounts.get(507)).toBe(undefined);
      expect(await load.check(community)).toEqual([]);
    }
    await end(service);
    expect(findDamage(dataDir)).toEqual([]);
  } finally {
    execFileSync('umount', ['--lazy', dataDir]);
  }
});

test.runIf(isLongRun)('rejects writes while its files are missing, and resumes when they are restored', async () => {
  const dataDir = join(dir, 'taken');
  const service = await startService(serviceArgs(dataDir));
  const community = remoteCommunity(service.url, dataDir);
  const ann = await community.agent('Ann');
  const invite = () => ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) });
  const state = async () => [(await community.get('GET /health')).body.status, (await invite()).status];
  expect(await state()).toEqual(['ok', 201]);
  for (const name of ['', 'community.db', 'replay.db']) {
    const [here, away] = [join(dataDir, name), join(dir, 'away')];
    renameSync(here, away);
    expect(await state(), name).toEqual(['degraded', 503]);
    expect((await invite()).code).toBe('database_unavailable');
    renameSync(away, here);
    expect(await state(), name).toEqual(['ok', 201]);
  }
  // Other files with the same names do not count as the opened ones.
  renameSync(dataDir, join(dir, 'away'));
  const other = await startService(serviceArgs(dataDir));
  expect(await state()).toEqual(['degraded', 503]);
  await end(other);
  await end(service);
});

test.runIf(isLongRun && canObeyFileModes)(
  'keeps writing to open files of a data directory that becomes read-only, but does not start on it',
  async () => {
    const dataDir = join(dir, 'closed');
    const start = { obeysFileModes: true };
    const service = await startService(serviceArgs(dataDir), start);
    const community = remoteCommunity(service.url, dataDir);
    const load = new RandomLoad([community], 4);
    await load.run(4, () => load.calls > 50);
    const names = readdirSync(dataDir);
    for (const name of names) chmodSync(join(dataDir, name), 0o400);
    chmodSync(dataDir, 0o500);
    await load.run(4, () => load.calls > 100);
    expect(await load.check(community)).toEqual([]);
    service.child.kill('SIGKILL');
    await service.ended;
    const refused = spawnService(serviceArgs(dataDir), start);
    expect(await refused.ended).toBe(1);
    expect(refused.log()).toMatch(/^data_dir_unusable: .+\n$/);
    chmodSync(dataDir, 0o700);
    for (const name of names) if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o600);
    const again = await startService(serviceArgs(dataDir), start);
    expect(await load.check(remoteCommunity(again.url, dataDir))).toEqual([]);
    await end(again);
  },
);

test.runIf(isLongRun)('closes connections when no file descriptors are free, and recovers', async () => {
  const service = await startService(serviceArgs(join(dir, 'few')), { shell: 'ulimit -n 64' });
  const community = remoteCommunity(service.url);
  const ann = await community.agent('Ann');
  const { hostname, port } = new URL(service.url);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname));
  const closed = sockets.map((socket) => {
    socket.on('error', () => {});
    return new Promise((resolve) => socket.once('close', resolve));
  });
  await Promise.race(closed);
  await expect(community.get('GET /health')).rejects.toThrow(/ECONNRESET|hang up/);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() =>
      community.get('GET /health').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  expect((await ann.call('GET /api/v1/protocols')).status).toBe(200);
  await end(service);
});

test.runIf(isLongRun)('continues after being suspended under load', async () => {
  const dataDir = join(dir, 'stopped');
  const service = await startService(serviceArgs(dataDir));
  const community = remoteCommunity(service.url, dataDir);
  const load = new RandomLoad([community], 5);
  for (let round = 0; round < 100; round += 1) {
    let stopped = false;
    const running = load.run(8, () => stopped);
    const last = load.calls + 30;
    await vi.waitFor(() => expect(load.calls).toBeGreaterThan(last), { timeout: 20_000, interval: 1 });
    service.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 100));
    stopped = true;
    service.child.kill('SIGCONT');
    await running;
  }
  expect(await load.check(community)).toEqual([]);
  await end(service);
});
