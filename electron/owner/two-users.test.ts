/** Another user of the computer must not learn what commands send to the owner, nor keep it from starting. */
import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { readEndpoint } from './address.ts';

/** Neither has an entry in the list of users. */
const victim = 54_321;
const attacker = 54_322;

const children = new Set<ChildProcess>();
let dir: string;
/** Too long for a socket. */
let dataDir: string;

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const asTwoUsers = test.skipIf(!isRoot);
if (!isRoot) test.skip('needs root on Linux, to run processes of two users');

beforeEach(async () => {
  dir = temporaryFolder();
  await chmod(dir, 0o1777);
  const parent = join(dir, 'x'.repeat(60));
  dataDir = join(parent, 'y'.repeat(60));
  await mkdir(dataDir, { recursive: true });
  for (const folder of [parent, dataDir]) await chown(folder, victim, victim);
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await rm(`/tmp/parlor-${victim}`, { recursive: true, force: true });
});

interface User {
  lines: string[];
  /** Resolves with everything it printed once it has exited. */
  ended: Promise<string[]>;
  stop(): Promise<unknown>;
}

/** `env` has no home: such users exist in containers. */
function run(uid: number, action: string, args: string[], env: NodeJS.ProcessEnv = {}): User {
  const script = join(import.meta.dirname, 'testing', 'as-user.ts');
  const child = spawn(process.execPath, [script, String(uid), action, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: dir, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise<string[]>((resolve) => child.once('close', () => resolve(lines)));
  return {
    lines,
    ended,
    stop() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

const seconds = { timeout: 30_000 };
const expectLine = (user: User, line: string) => expect.poll(() => user.lines, seconds).toContain(line);

/** Where earlier versions listened: everybody could take that first. */
const earlierAddress = () => `/tmp/parlor-${victim}/${hash('sha256', dataDir).slice(0, 24)}.sock`;

asTwoUsers(
  'a user without an entry reaches the owner although another user took the earlier address',
  seconds,
  async () => {
    const squatter = run(attacker, 'squat', [earlierAddress()]);
    await expectLine(squatter, 'listening');
    expect(await run(victim, 'unlock', [dataDir]).ended).toEqual(['no owner']);
    const owner = run(victim, 'own', [dataDir]);
    await expectLine(owner, 'listening');
    expect(await run(victim, 'unlock', [dataDir]).ended).toEqual(['sent']);
    await expectLine(owner, 'the passphrase');
    expect(squatter.lines).toEqual(['listening']);
  },
);

asTwoUsers('another user can neither reach the owner nor learn its address', seconds, async () => {
  const owner = run(victim, 'own', [dataDir]);
  await expectLine(owner, 'listening');
  expect(await run(attacker, 'unlock', [dataDir]).ended).toEqual(['no owner']);
  const { address } = JSON.parse(await readFile(join(dataDir, 'owner-socket.json'), 'utf8')) as { address: string };
  expect(await run(attacker, 'squat', [address]).ended).not.toContain('listening');
  expect(owner.lines).toEqual(['listening']);
});

asTwoUsers('what listens at the address of an owner that was killed gets nothing', seconds, async () => {
  // The worst case: the victim has opened the folder to everybody.
  const shared = join(dir, 'shared');
  await mkdir(shared);
  await chown(shared, victim, victim);
  const owner = run(victim, 'own', [shared]);
  await expectLine(owner, 'listening');
  await owner.stop();
  await chmod(shared, 0o777);
  const squatter = run(attacker, 'squat', [join(shared, 'owner.sock')]);
  await expectLine(squatter, 'listening');
  expect(await run(victim, 'unlock', [shared]).ended).toEqual(['no owner']);
  expect(
    await run(attacker, 'announce', [join(shared, 'owner-socket.json'), join(shared, 'owner.sock')]).ended,
  ).toEqual(['announced']);
  expect(await run(victim, 'unlock', [shared]).ended).toEqual(['no owner']);
  expect(squatter.lines).toEqual(['listening']);
  const nextOwner = run(victim, 'own', [shared]);
  await expectLine(nextOwner, 'listening');
  expect(await run(victim, 'unlock', [shared]).ended).toEqual(['sent']);
});

asTwoUsers('files that another user planted in a folder open to everybody are set aside', seconds, async () => {
  const planted = ['settings.json', 'lock.db', 'owner.json', 'parlor.log', 'tables/index.json'];
  const shared = join(dir, 'shared');
  const tables = join(shared, 'tables');
  for (const folder of [shared, tables]) {
    await mkdir(folder);
    await chown(folder, victim, victim);
    await chmod(folder, 0o777);
  }
  expect(await run(attacker, 'plant', [shared, ...planted]).ended).toEqual(['planted']);
  expect(await run(victim, 'open own', [shared]).ended).toEqual(['system']);
  const [target = '', ...others] = (await readdir(shared)).filter((name) => name.startsWith('set-aside-'));
  expect(others).toEqual([]);
  const moved = await readdir(join(shared, target));
  expect(moved.map((name) => name.replace(/^\d+-/, '')).sort()).toEqual(planted.map((name) => basename(name)).sort());
  for (const name of moved) expect((await stat(join(shared, target, name))).uid).toBe(attacker);
  const log = await stat(join(shared, 'parlor.log'));
  expect([log.uid, log.mode & 0o777]).toEqual([victim, 0o600]);
  const text = await readFile(join(shared, 'parlor.log'), 'utf8');
  for (const name of planted) expect(text).toContain(`${shared}/${name} belonged to another user of this computer.`);
  for (const name of moved) expect(await readFile(join(shared, target, name), 'utf8')).not.toContain('a secret');
  // Nothing can be planted any more, at any level.
  expect(await run(attacker, 'plant', [shared, 'settings.json']).ended).not.toContain('planted');
  expect([(await stat(shared)).mode & 0o777, (await stat(tables)).mode & 0o777]).toEqual([0o700, 0o700]);
});

asTwoUsers(
  'no name that another user chooses keeps Parlor from starting, or forges a line of its log',
  seconds,
  async () => {
    const shared = join(dir, 'shared');
    await mkdir(shared);
    await chown(shared, victim, victim);
    await chmod(shared, 0o777);
    const forged = 'x\u001b]0;title\u0007\r\n2026-11-27T00:00:00.000Z forged';
    expect(await run(attacker, 'plant', [shared, 'a'.repeat(255), forged, 'settings.json']).ended).toEqual(['planted']);
    expect(await run(attacker, 'plant bytes', [shared, '6576696cfffe']).ended).toEqual(['planted']);
    expect(await run(attacker, 'plant folder', [shared, 'tables']).ended).toEqual(['planted']);
    for (const _ of ['at the first start', 'at the next'])
      expect(await run(victim, 'open own', [shared]).ended).toEqual(['system']);
    const names = (await readdir(shared)).map((name) => name.replace(/^(set-aside-)\w{6}(\.\d+)?/, '$1*'));
    // Only who may write in a folder can move it to another one.
    expect(names.sort()).toEqual(['lock.db', 'owner.json', 'parlor.log', 'set-aside-*', 'set-aside-*-tables']);
    expect(await run(victim, 'measure', [shared]).ended).toEqual(['logs 1, other 6']);
    const text = await readFile(join(shared, 'parlor.log'), 'utf8');
    expect(text).toContain(`${shared}/tables belonged to another user of this computer.`);
    expect(text).toContain('xU+001B]0;title');
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(text).not.toMatch(/^2026-11-27T00:00:00.000Z forged/m);
  },
);

asTwoUsers('the folder for sockets is not used if another user owns it or a folder above', seconds, async () => {
  const runtimeFolder = join(dir, 'run', 'victim');
  await mkdir(join(dir, 'run'));
  await mkdir(runtimeFolder, { mode: 0o700 });
  await chown(runtimeFolder, victim, victim);
  const address = async () => (await run(victim, 'address', [dataDir], { XDG_RUNTIME_DIR: runtimeFolder }).ended)[0]!;
  expect(await address()).toContain(runtimeFolder);
  await chmod(dir, 0o777);
  expect(await address()).not.toContain(runtimeFolder);
  await chmod(dir, 0o1777);
  await chown(join(dir, 'run'), attacker, attacker);
  expect(await address()).not.toContain(runtimeFolder);
  await chown(join(dir, 'run'), 0, 0);
  await chown(runtimeFolder, attacker, attacker);
  expect(await address()).not.toContain(runtimeFolder);
  expect(await readEndpoint(dataDir)).toBe(null);
});
