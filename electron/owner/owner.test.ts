import { mkdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Core, createCore } from '../core/core.ts';
import { ownerAddress } from './address.ts';
import { attach } from './attach.ts';

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
  await writeFile(ownerAddress(join(dir, 'stale')), 'a socket of an owner that is gone');
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

test('only the same user can open the socket', async () => {
  await open();
  expect((await stat(ownerAddress(dir))).mode & 0o777).toBe(0o600);
});

test('the socket of a data directory with a long path is outside it', async () => {
  const deep = join(dir, 'x'.repeat(60), 'y'.repeat(60));
  await mkdir(deep, { recursive: true, mode: 0o700 });
  await open(deep);
  const address = ownerAddress(deep);
  expect(address.startsWith(deep)).toBe(false);
  expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100);
  expect((await attach(deep)) !== null).toBe(true);
});

test('an endless line closes only its own socket', async () => {
  await open();
  const flood = connect(ownerAddress(dir));
  const closed = new Promise((resolve) => flood.once('close', resolve));
  flood.on('error', () => {});
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const writeUntilFull = () => {
    while (!flood.destroyed && flood.write(chunk));
  };
  flood.on('drain', writeUntilFull);
  writeUntilFull();
  await closed;
  expect((await (await attach(dir))!.client.app.state({})).phase).toBe('first_run');
});
