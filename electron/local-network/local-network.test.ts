/**
 * Opening the community to the network: which network, for how long, and what happens when this computer moves. The proxy runs in this
 * process, except where its start or end matters.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type EmbeddedSettings, openEmbeddedSettings } from '../community/home.ts';
import { openSettings, type SettingsStore } from '../settings/settings.ts';
import { type LaunchWorker, launchNodeWorker } from '../workers/worker.ts';
import { openLanProxy } from './lan-proxy.ts';
import { type NetworkAccess, type NetworkConfig, openNetworkAccess } from './local-network.ts';

const home: OwnAddress = { address: '127.0.0.2', device: 'wlan0', network: '127.0.0.0/24' };
const renewed: OwnAddress = { ...home, address: '127.0.0.3' };
const elsewhere: OwnAddress = { address: '127.0.1.9', device: 'wlan0', network: '127.0.1.0/24' };

let dir: string;
let settings: SettingsStore;
let savedHome: EmbeddedSettings;
let here: OwnAddress[];
let embedded: boolean;
let to: string | null;
let access: NetworkAccess;
const listeners = new Set<() => void>();
const community = createServer((_request, response) => response.end('the community'));

beforeEach(async () => {
  dir = temporaryFolder();
  settings = await openSettings(dir);
  savedHome = await openEmbeddedSettings(dir);
  here = [home];
  embedded = true;
  await new Promise<void>((resolve) => community.listen(0, '127.0.0.1', resolve));
  to = `http://127.0.0.1:${(community.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await access.dispose();
  listeners.clear();
  await new Promise((resolve) => community.close(resolve));
});

/** Runs the proxy in this process, as main.ts does in its own. */
const launchHere: LaunchWorker = (_script, args) => {
  const options = { to: { type: 'string' }, host: { type: 'string' }, port: { type: 'string' } } as const;
  const { to, host, port } = parseArgs({ args, options }).values;
  const opened = openLanProxy({ targetUrl: to!, host: host!, port: Number(port), onVisitors: () => {} });
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  return {
    ready: opened.then((proxy) => ({ event: 'open', port: proxy.port })),
    exited,
    onLine: () => {},
    send: () => {},
    async stop() {
      await (await opened).close();
      exit();
    },
  };
};

function start(more: Partial<NetworkConfig> = {}): NetworkAccess {
  access = openNetworkAccess({
    dataDir: dir,
    settings,
    embeddedSettings: savedHome,
    launchWorker: launchHere,
    override: null,
    communityUrl: () => to,
    isEmbedded: () => embedded,
    onChange: () => {
      for (const listener of listeners) listener();
    },
    listAddresses: () => here,
    checkMs: 20,
    ...more,
  });
  access.recheck();
  return access;
}

function until(predicate: (state: NetworkState) => boolean): Promise<NetworkState> {
  const { promise, resolve } = Promise.withResolvers<NetworkState>();
  const check = () => void (predicate(access.state) && resolve(access.state));
  listeners.add(check);
  check();
  return promise;
}
const fetchText = async (url: string | null) => (await fetch(url!)).text();
const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );

it('opens at one address, closes, and remembers both', async () => {
  start({ launchWorker: launchNodeWorker });
  expect([access.state.status, access.reach]).toEqual(['closed', 'loopback']);
  const open = await access.open('127.0.0.2');
  expect(open).toMatchObject({ status: 'open', address: '127.0.0.2', network: home.network, remembered: true });
  expect(access.reach).toBe('local');
  expect(await fetchText(open.url)).toBe('the community');
  await access.dispose();
  expect(await isRefused(open.url!)).toBe(true);

  settings = await openSettings(dir);
  savedHome = await openEmbeddedSettings(dir);
  start();
  // The link from before the restart is still valid.
  expect((await until(({ status }) => status === 'open')).url).toBe(open.url);
  expect((await access.close()).status).toBe('closed');
  expect(access.reach).toBe('loopback');
  expect(await isRefused(open.url!)).toBe(true);
  expect((await openSettings(dir)).value.network).toBeNull();
});

it('follows a new address in the same network, and reports the previous URL', async () => {
  start();
  const before = await access.open('127.0.0.2');
  here = [renewed];
  const after = await until(({ status, address }) => status === 'open' && address === '127.0.0.3');
  expect(after).toMatchObject({ url_before: before.url, network: home.network });
  expect(new URL(after.url!).port).toBe(new URL(before.url!).port);
  expect(await fetchText(after.url)).toBe('the community');
  expect(settings.value.network).toMatchObject({ address: '127.0.0.3', network: home.network });
});

it('stays closed in another network until the user opens it there', async () => {
  start();
  const open = await access.open('127.0.0.2');
  here = [elsewhere];
  const moved = await until(({ status }) => status === 'moved');
  expect(moved).toMatchObject({ url: null, network: home.network, problem: { code: 'network_moved' } });
  expect(access.reach).toBe('loopback');
  expect(await isRefused(open.url!)).toBe(true);
  here = [home];
  await until(({ status }) => status === 'open');
  here = [elsewhere];
  await until(({ status }) => status === 'moved');
  expect(await access.open('127.0.1.9')).toMatchObject({ status: 'open', network: elsewhere.network, problem: null });
});

it('waits for the embedded community, and closes while another one is in use', async () => {
  to = null;
  start();
  expect((await access.open('127.0.0.2')).status).toBe('opening');
  to = `http://127.0.0.1:${(community.address() as AddressInfo).port}`;
  access.recheck();
  await until(({ status }) => status === 'open');
  embedded = false;
  access.recheck();
  await until(({ status }) => status === 'closed');
  await expect(access.open('127.0.0.2')).rejects.toMatchObject({ code: 'network_refused' });
  embedded = true;
  access.recheck();
  await until(({ status }) => status === 'open');
});

it('refuses foreign addresses without affecting the open one', async () => {
  start({ launchWorker: launchNodeWorker });
  const open = await access.open('127.0.0.2');
  await expect(access.open('203.0.113.5')).rejects.toMatchObject({ code: 'network_refused' });
  // Even if listed, the address cannot be bound.
  here = [home, { address: '203.0.113.5', device: 'eth0', network: '203.0.113.0/24' }];
  await expect(access.open('203.0.113.5')).rejects.toMatchObject({ code: 'network_refused' });
  await until(({ status, url }) => status === 'open' && url === open.url);
  expect(await fetchText(open.url)).toBe('the community');
});

it('restarts a proxy that exited', async () => {
  const workers: ReturnType<typeof launchNodeWorker>[] = [];
  start({
    launchWorker(...args) {
      const worker = launchNodeWorker(...args);
      workers.push(worker);
      return worker;
    },
  });
  const { url } = await access.open('127.0.0.2');
  await workers[0]!.stop();
  await until(({ status }) => status === 'open' && workers.length === 2);
  expect(access.state.url).toBe(url);
});

it.each([
  ['auto', 'open', '127.0.0.2'],
  ['127.0.0.2', 'open', '127.0.0.2'],
  ['127.0.9.9', 'moved', null],
  ['off', 'closed', null],
])('with the override %s, the network is %s and nothing is saved', async (override, status, address) => {
  start({ override });
  expect(await until((state) => state.status === status)).toMatchObject({ address, remembered: false });
  expect((await openSettings(dir)).value.network).toBeNull();
});
