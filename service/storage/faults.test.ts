/** What breaks below the service: its process, its power, its disk. PARLOR_LONG=1 makes the rounds long. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestCommunity } from '../testing/community.ts';
import { Load, seeded } from '../testing/load.ts';
import { argsFor, type ServiceProcess, spawnService, startedService, visitor } from '../testing/process.ts';

const long = process.env.PARLOR_LONG === '1';
vi.setConfig({ testTimeout: long ? 7_200_000 : 120_000 });

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parlor-faults-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What SQLite itself finds wrong with both files. */
function damage(dataDir: string): string[] {
  return ['community.db', 'replay.db'].flatMap((name) => {
    const db = new DatabaseSync(join(dataDir, name), { timeout: 5000 });
    const found = [...db.prepare('PRAGMA integrity_check').all(), ...db.prepare('PRAGMA foreign_key_check').all()];
    db.close();
    return found.map((row) => JSON.stringify(row)).filter((row) => row !== '{"integrity_check":"ok"}');
  });
}

async function end({ child, ended, log }: ServiceProcess): Promise<void> {
  child.kill();
  expect(await ended).toBe(0);
  expect(log()).not.toMatch(/unhandled|uncaught/i);
}

test('killed at any moment, it keeps what it acknowledged, nothing happens twice and no replay passes', async () => {
  const dataDir = join(dir, 'killed');
  const random = seeded(1);
  const load = new Load([], 1);
  const starts: number[] = [];
  for (let round = 0; round < (long ? 500 : 5); round += 1) {
    const from = performance.now();
    const service = await startedService(argsFor(dataDir));
    starts.push(performance.now() - from);
    const community = visitor(service.url, dataDir);
    load.communities = [community];
    if (load.accepted) expect((await load.again()).code).toBe('replayed_request');
    // Long histories cost the check more than they find.
    if (round % 20 < 5) expect(await load.check(community), `round ${round}`).toEqual([]);
    const last = load.calls + 20 + random() * 200;
    const hit = () => load.calls > last && service.child.kill('SIGKILL');
    // Every worker is in the middle of something.
    await expect(load.run(8, () => hit() && false)).rejects.toThrow(/ECONN|hang up/);
    expect(await service.ended).toBe('SIGKILL');
  }
  const service = await startedService(argsFor(dataDir));
  expect(await load.check(visitor(service.url, dataDir))).toEqual([]);
  await end(service);
  expect(damage(dataDir)).toEqual([]);
  if (long)
    console.info(`restarts in ms: median ${starts.sort((a, b) => a - b)[starts.length >> 1]}, worst ${starts.at(-1)}`);
});

/** Frames the write-ahead log holds, and how many of them may be in the database file already. */
function logState(dataDir: string): { frames: number; moved: number } {
  // https://www.sqlite.org/walformat.html, section 2.1: mxFrame, nBackfillAttempted.
  const index = readFileSync(join(dataDir, 'community.db-shm'));
  return { frames: index.readUInt32LE(16), moved: Math.max(index.readUInt32LE(96), index.readUInt32LE(128)) };
}
const logHead = 32;
const frameBytes = 24 + 4096;

test.skipIf(process.platform !== 'linux')(
  'cut off like by a loss of power, it opens as it was before the last write',
  async () => {
    const dataDir = join(dir, 'cut');
    const random = seeded(2);
    const workers = 8;
    const service = await startedService(argsFor(dataDir));
    const load = new Load([visitor(service.url, dataDir)], 2);
    let cuts = 0;
    for (let round = 0; round < (long ? 300 : 6); round += 1) {
      load.communities = [visitor(service.url, dataDir)];
      const last = load.calls + 10 + random() * 80;
      let stopped = false;
      const running = load.run(workers, () => stopped);
      await vi.waitFor(() => expect(load.calls).toBeGreaterThan(last), { timeout: 20_000, interval: 1 });
      // Nothing moves while the files are copied, as on a disk without power.
      service.child.kill('SIGSTOP');
      await vi.waitFor(() => expect(readFileSync(`/proc/${service.child.pid}/stat`, 'utf8')).toMatch(/\) T /));
      const acknowledged = new Map(load.ledger);
      const copy = mkdtempSync(join(dir, 'copy-'));
      for (const name of readdirSync(dataDir)) {
        if (!name.endsWith('-shm')) copyFileSync(join(dataDir, name), join(copy, name));
      }
      const { frames, moved } = logState(dataDir);
      stopped = true;
      service.child.kill('SIGCONT');
      await running;
      // What is in the database file already was synced in the log before.
      const kept = Math.max(
        logHead + frameBytes * moved,
        logHead + frameBytes * frames - 1 - Math.floor(random() * 4096),
      );
      const lost = Math.ceil((logHead + frameBytes * frames - kept) / frameBytes);
      if (lost > 0) {
        truncateSync(join(copy, 'community.db-wal'), kept);
        cuts += 1;
      }
      const community = new TestCommunity(copy, {});
      community.now = Date.now();
      await community.start({ bootId: 'another' });
      expect((await community.get('GET /health')).status).toBe(200);
      const found = new Load([], 0);
      for (const [name, value] of acknowledged) found.ledger.set(name, value);
      // A frame belongs to one commit, and of each worker one write at most is in it.
      expect((await found.missing(community)).length, `round ${round}`).toBeLessThanOrEqual(lost * workers);
      found.ledger.clear();
      expect(await found.check(community)).toEqual([]);
      await community.stop();
      expect(damage(copy)).toEqual([]);
      rmSync(copy, { recursive: true });
    }
    expect(cuts).toBeGreaterThan(0);
    expect(await load.check(visitor(service.url, dataDir))).toEqual([]);
    await end(service);
  },
);

/** A file system of its own with so many megabytes, null where this user may not have one. */
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

test('on a full disk writes are refused and signed reads go on, until there is room again', async ({ skip }) => {
  const dataDir = smallDisk('small', 32);
  if (!dataDir) return skip('a file system of its own cannot be mounted here');
  try {
    let service = await startedService(argsFor(dataDir));
    const community = visitor(service.url, dataDir);
    const load = new Load([community], 3, ['storage_full']);
    const more = async (calls: number) => {
      const last = load.calls + calls;
      await load.run(8, () => load.calls > last);
    };
    const health = async () => (await community.get('GET /health')).body.status;
    await more(200);
    const ann = await community.agent('Ann');
    for (let round = 0; round < (long ? 10 : 2); round += 1) {
      expect(await health()).toBe('ok');
      fill(join(dataDir, 'filler'));
      await more(300);
      expect(load.answered.get(507)).toBeGreaterThan(50);
      expect(await health()).toBe('degraded');
      const statuses = await Promise.all(Array.from({ length: 500 }, () => ann.call('GET /api/v1/protocols')));
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) });
      expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
      if (round % 2 === 1) {
        // A full disk is no reason not to start.
        service.child.kill('SIGKILL');
        await service.ended;
        service = await startedService(argsFor(dataDir));
        community.url = service.url;
        expect([await health(), (await ann.call('GET /api/v1/protocols')).status]).toEqual(['degraded', 200]);
      }
      rmSync(join(dataDir, 'filler'));
      await expect.poll(health).toBe('ok');
      load.answered.clear();
      await more(100);
      expect(load.answered.get(507)).toBe(undefined);
      expect(await load.check(community)).toEqual([]);
    }
    await end(service);
    expect(damage(dataDir)).toEqual([]);
  } finally {
    execFileSync('umount', ['--lazy', dataDir]);
  }
});

test('files that are taken away get no writes that would be lost, and are used again when they are back', async () => {
  const dataDir = join(dir, 'taken');
  const service = await startedService(argsFor(dataDir));
  const community = visitor(service.url, dataDir);
  const ann = await community.agent('Ann');
  const invite = () => ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) });
  const state = async () => [(await community.get('GET /health')).body.status, (await invite()).status];
  expect(await state()).toEqual(['ok', 201]);
  for (const what of ['', 'community.db', 'replay.db']) {
    const [here, away] = [join(dataDir, what), join(dir, 'away')];
    renameSync(here, away);
    expect(await state(), what).toEqual(['degraded', 503]);
    expect((await invite()).code).toBe('database_unavailable');
    renameSync(away, here);
    expect(await state(), what).toEqual(['ok', 201]);
  }
  // Other files under the same names are not the ones it has open.
  renameSync(dataDir, join(dir, 'away'));
  const other = await startedService(argsFor(dataDir));
  expect(await state()).toEqual(['degraded', 503]);
  await end(other);
  await end(service);
});

const root = process.getuid?.() === 0;
const nobody = 65_534;

test('a data directory that becomes read-only is not written', async () => {
  const dataDir = join(dir, 'closed');
  mkdirSync(dataDir);
  // Nothing is read-only for root.
  if (root) {
    chmodSync(dir, 0o755);
    chownSync(dataDir, nobody, nobody);
  }
  const options = root ? { uid: nobody } : {};
  const service = await startedService(argsFor(dataDir), { options });
  const community = visitor(service.url, dataDir);
  const load = new Load([community], 4);
  await load.run(4, () => load.calls > 50);
  const names = readdirSync(dataDir);
  for (const name of names) chmodSync(join(dataDir, name), 0o400);
  chmodSync(dataDir, 0o500);
  // What is open stays open.
  await load.run(4, () => load.calls > 100);
  expect(await load.check(community)).toEqual([]);
  service.child.kill('SIGKILL');
  await service.ended;
  const refused = spawnService(argsFor(dataDir), { options });
  expect(await refused.ended).toBe(1);
  expect(refused.log()).toMatch(/^data_dir_unusable: .+\n$/);
  chmodSync(dataDir, 0o700);
  for (const name of names) if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o600);
  const again = await startedService(argsFor(dataDir), { options });
  expect(await load.check(visitor(again.url, dataDir))).toEqual([]);
  await end(again);
});

test('with no file descriptor left it turns connections away and takes them again afterwards', async () => {
  const service = await startedService(argsFor(join(dir, 'few')), { shell: 'ulimit -n 64' });
  const community = visitor(service.url);
  const ann = await community.agent('Ann');
  const { hostname, port } = new URL(service.url);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname));
  const turnedAway = sockets.map((socket) => {
    socket.on('error', () => {});
    return new Promise((resolve) => socket.once('close', resolve));
  });
  await Promise.race(turnedAway);
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

test('stopped and continued in the middle of work, it goes on', async () => {
  const dataDir = join(dir, 'stopped');
  const service = await startedService(argsFor(dataDir));
  const community = visitor(service.url, dataDir);
  const load = new Load([community], 5);
  for (let round = 0; round < (long ? 100 : 5); round += 1) {
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
