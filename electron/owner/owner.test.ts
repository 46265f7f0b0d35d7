import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Core, createCore } from '../core/core.ts';
import { readEndpoint, writeEndpoint } from './address.ts';
import { attach } from './attach.ts';
import { proveAsClient } from './mutual-proof.ts';

let dir: string;
let owner: Core | null = null;
beforeEach(async () => {
  dir = temporaryFolder();
});
afterEach(async () => {
  await owner?.dispose();
  owner = null;
});

// An unreachable community: these tests concern one computer only.
const open = async (dataDir = dir) => {
  owner = await createCore({ dataDir, server: 'http://127.0.0.1:1', shell: 'terminal', keychain: null });
  await owner.start();
  return owner;
};

test('attach resolves with null if there is no owner or only a stale socket', async () => {
  expect(await attach(dir)).toBe(null);
  await mkdir(join(dir, 'stale'));
  await writeFile(join(dir, 'stale', 'owner.sock'), 'a socket of an owner that is gone');
  await writeEndpoint(join(dir, 'stale'), { address: join(dir, 'stale', 'owner.sock'), secret: '0'.repeat(64) });
  expect(await attach(join(dir, 'stale'))).toBe(null);
  await open(join(dir, 'stale'));
  const attached = await attach(join(dir, 'stale'));
  expect((await attached!.client.app.state({})).phase).toBe('first_run');
});

test('attached processes share the owner’s core and receive its events', async () => {
  const core = await open();
  const first = (await attach(dir))!;
  const second = (await attach(dir))!;
  const changes: string[] = [];
  second.client.app.on('changed', ({ phase, identity }) => changes.push(`${phase} ${identity?.nickname}`));
  await first.client.identity.create({ nickname: 'Ada', bio: '', passphrase: null });
  await expect.poll(() => changes).toContain('registering Ada');
  await expect(second.client.identity.create({ nickname: 'Eve', bio: '', passphrase: null })).rejects.toMatchObject({
    code: 'identity_exists',
  });
  let idle = false;
  const becameIdle = core.whenIdle().then(() => {
    idle = true;
  });
  first.close();
  await first.closed;
  expect((await second.client.app.state({})).identity?.nickname).toBe('Ada');
  expect(idle).toBe(false);
  second.close();
  await becameIdle;
  await core.whenIdle();
});

test('when the owner exits, attached processes are disconnected, and another owner can start', async () => {
  await open();
  const attached = (await attach(dir))!;
  await attached.client.app.state({});
  await owner!.dispose();
  await attached.closed;
  await expect(attached.client.app.state({})).rejects.toMatchObject({ code: 'bridge_closed' });
  await open();
  expect(await attach(dir)).not.toBe(null);
});

const addressOf = async (dataDir: string) => (await readEndpoint(dataDir))!.address;

test('only the same user can open the socket and read its secret, which the next owner replaces', async () => {
  await open();
  expect((await stat(await addressOf(dir))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, 'owner-socket.json'))).mode & 0o777).toBe(0o600);
  const { secret } = (await readEndpoint(dir))!;
  await owner!.dispose();
  expect(await readEndpoint(dir)).toBe(null);
  await open();
  expect((await readEndpoint(dir))!.secret).not.toBe(secret);
});

describe('a data directory whose path is too long for a socket', () => {
  let deep: string;
  beforeEach(async () => {
    deep = join(dir, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(deep, { recursive: true, mode: 0o700 });
  });
  afterEach(() => vi.unstubAllEnvs());

  test('uses the folder for sockets of this user', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', join(dir, 'run'));
    await mkdir(join(dir, 'run'), { mode: 0o700 });
    await open(deep);
    expect(dirname(await addressOf(deep))).toBe(join(dir, 'run'));
    // Clients need not have the same environment.
    vi.stubEnv('XDG_RUNTIME_DIR', undefined);
    expect(await attach(deep)).not.toBe(null);
  });

  test.for([
    { name: 'a missing', prepare: async () => {} },
    { name: 'a link in place of a', prepare: () => symlink(dir, join(dir, 'run')) },
    { name: 'an open', prepare: () => mkdir(join(dir, 'run')).then(() => chmod(join(dir, 'run'), 0o770)) },
  ])('uses a new folder instead of $name folder for sockets', async ({ prepare }) => {
    vi.stubEnv('XDG_RUNTIME_DIR', join(dir, 'run'));
    await prepare();
    await open(deep);
    const address = await addressOf(deep);
    expect(address.startsWith(dir)).toBe(false);
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100);
    expect((await stat(dirname(address))).mode & 0o777).toBe(0o700);
    expect(await attach(deep)).not.toBe(null);
    await owner!.dispose();
    await expect(stat(dirname(address))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('an owner that was killed leaves no folder once another has started', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', undefined);
    await open(deep);
    const announcement = await readFile(join(deep, 'owner-socket.json'));
    const address = await addressOf(deep);
    await owner!.dispose();
    await mkdir(dirname(address), { mode: 0o700 });
    await writeFile(join(deep, 'owner-socket.json'), announcement, { mode: 0o600 });
    await open(deep);
    expect(await addressOf(deep)).not.toBe(address);
    await expect(stat(dirname(address))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

/** Listens in place of the owner, and records everything that it receives. */
async function listenAt(address: string, answer: (received: Buffer) => Buffer | null): Promise<{ received: Buffer[] }> {
  const received: Buffer[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      const reply = answer(Buffer.concat(received));
      if (reply) socket.write(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  await chmod(address, 0o600);
  onTestFinished(() => void server.close());
  return { received };
}

test.for([
  { name: 'another secret', answer: () => randomBytes(64) },
  { name: 'what it received', answer: (received: Buffer) => Buffer.concat([received, received]).subarray(0, 64) },
])('a listener that answers with $name learns nothing but a nonce', async ({ answer }) => {
  const address = join(dir, 'owner.sock');
  const { received } = await listenAt(address, answer);
  await writeEndpoint(dir, { address, secret: 'a'.repeat(64) });
  expect(await attach(dir)).toBe(null);
  expect(Buffer.concat(received).length).toBe(32);
});

test('a listener that records a proof cannot use it again', async () => {
  const core = await open();
  const { address, secret } = (await readEndpoint(dir))!;
  const recorded = await new Promise<Buffer>((resolve) => {
    const socket = connect(address, () => socket.write(Buffer.alloc(32)));
    socket.once('data', (answer: Buffer) => {
      resolve(answer);
      socket.destroy();
    });
  });
  await core.dispose();
  const { received } = await listenAt(address, () => recorded);
  await writeEndpoint(dir, { address, secret });
  expect(await attach(dir)).toBe(null);
  expect(Buffer.concat(received).length).toBe(32);
});

test('the owner serves no process that cannot prove that it read the data directory', async () => {
  await open();
  const { address } = (await readEndpoint(dir))!;
  const answers: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const socket = connect(address, () => {
      socket.write(Buffer.alloc(64));
      socket.write(`${JSON.stringify({ id: 1, call: ['app', 'state'], args: {} })}\n`);
    });
    socket.on('data', (bytes: Buffer) => answers.push(bytes));
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });
  // Its nonce and its proof.
  expect(Buffer.concat(answers).length).toBe(64);
});

test.for([
  { name: 'a link', replace: (path: string) => rename(path, `${path}.2`).then(() => symlink(`${path}.2`, path)) },
  { name: 'readable for others', replace: (path: string) => chmod(path, 0o644) },
  { name: 'too large', replace: (path: string) => writeFile(path, ' '.repeat(20_000)) },
  { name: 'unreadable', replace: (path: string) => writeFile(path, '{') },
])('an announcement that is $name is not used', async ({ replace }) => {
  await open();
  await replace(join(dir, 'owner-socket.json'));
  expect(await attach(dir)).toBe(null);
});

test('an endless line closes only its own socket', async () => {
  await open();
  const { address, secret } = (await readEndpoint(dir))!;
  const flood = connect(address);
  const closed = new Promise((resolve) => flood.once('close', resolve));
  flood.on('error', () => {});
  expect(await proveAsClient(flood, secret)).toBe('proven');
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const writeUntilFull = () => {
    while (!flood.destroyed && flood.write(chunk));
  };
  flood.on('drain', writeUntilFull);
  writeUntilFull();
  await closed;
  expect((await (await attach(dir))!.client.app.state({})).phase).toBe('first_run');
});
