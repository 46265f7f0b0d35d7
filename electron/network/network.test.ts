/** Letting others in: which network, for how long, and what happens when this computer moves. The gate is a real process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { openSettings, type SettingsStore } from '../settings/settings.ts';
import { launchNodeWorker } from '../workers/worker.ts';
import { type NetworkConfig, type NetworkDoor, openNetworkDoor } from './network.ts';

const home: OwnAddress = { address: '127.0.0.2', device: 'wlan0', network: '127.0.0.0/24' };
const renewed: OwnAddress = { ...home, address: '127.0.0.3' };
const elsewhere: OwnAddress = { address: '127.0.1.9', device: 'wlan0', network: '127.0.1.0/24' };

let dir: string;
let settings: SettingsStore;
let here: OwnAddress[];
let embedded: boolean;
let to: string | null;
let door: NetworkDoor;
const listeners = new Set<() => void>();
const community = createServer((_request, response) => response.end('the community'));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-network-'));
  settings = await openSettings(dir);
  here = [home];
  embedded = true;
  await new Promise<void>((resolve) => community.listen(0, '127.0.0.1', resolve));
  to = `http://127.0.0.1:${(community.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await door.dispose();
  listeners.clear();
  await new Promise((resolve) => community.close(resolve));
  await rm(dir, { recursive: true, force: true });
});

function start(more: Partial<NetworkConfig> = {}): NetworkDoor {
  door = openNetworkDoor({
    dataDir: dir,
    settings,
    launchWorker: launchNodeWorker,
    asked: null,
    community: () => to,
    embedded: () => embedded,
    onChange: () => {
      for (const listener of listeners) listener();
    },
    find: () => here,
    lookMs: 20,
    ...more,
  });
  door.follow();
  return door;
}

function until(wanted: (state: NetworkState) => boolean): Promise<NetworkState> {
  const { promise, resolve } = Promise.withResolvers<NetworkState>();
  const look = () => void (wanted(door.state) && resolve(door.state));
  listeners.add(look);
  look();
  return promise;
}
const reads = async (url: string | null) => (await fetch(url!)).text();
const refused = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );

it('opens one address, closes it, and remembers both', async () => {
  start();
  expect([door.state.status, door.reach]).toEqual(['closed', 'loopback']);
  const open = await door.open('127.0.0.2');
  expect(open).toMatchObject({ status: 'open', address: '127.0.0.2', network: home.network, remembered: true });
  expect(door.reach).toBe('local');
  expect(await reads(open.url)).toBe('the community');
  await door.dispose();
  expect(await refused(open.url!)).toBe(true);

  settings = await openSettings(dir);
  start();
  // The link that was shared before the restart still leads here.
  expect((await until(({ status }) => status === 'open')).url).toBe(open.url);
  expect((await door.close()).status).toBe('closed');
  expect(door.reach).toBe('loopback');
  expect(await refused(open.url!)).toBe(true);
  expect((await openSettings(dir)).value.network).toBeNull();
});

it('follows a new address in the same network, and says where it was', async () => {
  start();
  const before = await door.open('127.0.0.2');
  here = [renewed];
  const after = await until(({ status, address }) => status === 'open' && address === '127.0.0.3');
  expect(after).toMatchObject({ url_before: before.url, network: home.network });
  expect(new URL(after.url!).port).toBe(new URL(before.url!).port);
  expect(await reads(after.url)).toBe('the community');
  expect(settings.value.network).toMatchObject({ address: '127.0.0.3', network: home.network });
});

it('lets nobody in where the network is another one, until the person says so', async () => {
  start();
  const open = await door.open('127.0.0.2');
  here = [elsewhere];
  const moved = await until(({ status }) => status === 'moved');
  expect(moved).toMatchObject({ url: null, network: home.network, problem: { code: 'network_moved' } });
  expect(door.reach).toBe('loopback');
  expect(await refused(open.url!)).toBe(true);
  here = [home];
  await until(({ status }) => status === 'open');
  here = [elsewhere];
  await until(({ status }) => status === 'moved');
  expect(await door.open('127.0.1.9')).toMatchObject({ status: 'open', network: elsewhere.network, problem: null });
});

it('waits for the community here, and closes while another is in use', async () => {
  to = null;
  start();
  expect((await door.open('127.0.0.2')).status).toBe('opening');
  to = `http://127.0.0.1:${(community.address() as AddressInfo).port}`;
  door.follow();
  await until(({ status }) => status === 'open');
  embedded = false;
  door.follow();
  await until(({ status }) => status === 'closed');
  await expect(door.open('127.0.0.2')).rejects.toMatchObject({ code: 'network_refused' });
  embedded = true;
  door.follow();
  await until(({ status }) => status === 'open');
});

it('refuses what is no address of this computer, and keeps what was open', async () => {
  start();
  const open = await door.open('127.0.0.2');
  await expect(door.open('203.0.113.5')).rejects.toMatchObject({ code: 'network_refused' });
  // The system says no, whatever the list said.
  here = [home, { address: '203.0.113.5', device: 'eth0', network: '203.0.113.0/24' }];
  await expect(door.open('203.0.113.5')).rejects.toMatchObject({ code: 'network_refused' });
  await until(({ status, url }) => status === 'open' && url === open.url);
  expect(await reads(open.url)).toBe('the community');
});

it('a gate that ends is opened again', async () => {
  const workers: ReturnType<typeof launchNodeWorker>[] = [];
  start({
    launchWorker(...args) {
      const worker = launchNodeWorker(...args);
      workers.push(worker);
      return worker;
    },
  });
  const { url } = await door.open('127.0.0.2');
  await workers[0]!.stop();
  await until(({ status }) => status === 'open' && workers.length === 2);
  expect(door.state.url).toBe(url);
});

it.each([
  ['auto', 'open', '127.0.0.2'],
  ['127.0.0.2', 'open', '127.0.0.2'],
  ['127.0.9.9', 'moved', null],
  ['off', 'closed', null],
])('asked for %s for this run, it is %s, and nothing is remembered', async (asked, status, address) => {
  start({ asked });
  expect(await until((state) => state.status === status)).toMatchObject({ address, remembered: false });
  expect((await openSettings(dir)).value.network).toBeNull();
});
