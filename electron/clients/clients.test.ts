import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Permissions } from '../../shared/bridge/clients.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Clients, openClients } from './clients.ts';

let dataDir: string;
let time: number;
const hourMs = 3600_000;
const playing: Permissions = { ...noPermissions, play_rated: true, tables_at_once: 2, games_per_hour: 3 };

beforeEach(() => {
  dataDir = temporaryFolder();
  time = 1_000_000_000_000;
});

const open = () => openClients({ dataDir, now: () => time, onChange: () => {} });
const connect = (clients: Clients, allow: Permissions | null = null, name = 'agent') =>
  clients.connect({ name, allow }, () => {});
const none = () => 0;

test('a client is remembered by its name, and connected until its last connection closes', async () => {
  const clients = await open();
  const closing: (() => void)[] = [];
  const first = await clients.connect({ name: 'agent', allow: null }, (listener) => closing.push(listener));
  const again = await clients.connect({ name: 'agent', allow: null }, (listener) => closing.push(listener));
  const other = await connect(clients, null, 'other');
  expect(again).toEqual(first);
  expect(other.client_id).not.toBe(first.client_id);
  const isConnected = () => clients.list().find(({ client_id }) => client_id === first.client_id)!.connected;
  closing[0]!();
  expect(isConnected()).toBe(true);
  closing[1]!();
  expect(isConnected()).toBe(false);
  expect((await connect(await open())).client_id).toBe(first.client_id);
});

test('a name has no control characters and at most 64 characters', async () => {
  const clients = await open();
  expect((await connect(clients, null, ' a\u0007\u202eb\n')).name).toBe('ab');
  for (const name of ['\u0000', '\u3164', '\u2800 \uFE0F'])
    expect((await connect(clients, null, name)).name).toBe('unnamed');
  expect((await connect(clients, null, `${'x'.repeat(63)}\u{1f600}`)).name).toBe('x'.repeat(63));
});

test('allows nothing before the person has decided, and nothing after a revocation', async () => {
  const clients = await open();
  const { client_id } = await connect(clients);
  const refused = { code: 'forbidden', detail: { permission: 'play_rated', decided: false } };
  expect(() => clients.require(client_id, 'play_rated')).toThrow(expect.objectContaining(refused));
  await clients.allow(client_id, playing);
  expect(clients.require(client_id, 'play_rated').client_id).toBe(client_id);
  expect(() => clients.require(client_id, 'host')).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect([clients.stateAt(client_id, true), clients.stateAt(client_id, false)]).toEqual(['connected', 'removed']);
  await clients.allow(client_id, noPermissions);
  expect(clients.stateAt(client_id, true)).toBe('removed');
  await clients.forget(client_id);
  expect(() => clients.require(client_id)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('permissions from the command line apply once, and again only if they change', async () => {
  const clients = await open();
  const { client_id } = await connect(clients, playing);
  const allowed = () => clients.list()[0]!.permissions;
  expect(allowed()).toEqual(playing);
  await clients.allow(client_id, noPermissions);
  await connect(clients, playing);
  expect(allowed()).toEqual(noPermissions);
  const reopened = await open();
  await connect(reopened, playing);
  expect(reopened.list()[0]!.permissions).toEqual(noPermissions);
  await connect(reopened, { ...playing, host: true });
  expect(reopened.list()[0]!.permissions).toEqual({ ...playing, host: true });
});

test('counts tables that are starting among the current tables', async () => {
  const clients = await open();
  const { client_id } = await connect(clients, playing);
  const limited = { code: 'rate_limited', detail: { limit: 'tables_at_once', value: 2 } };
  await expect(
    clients.start(
      client_id,
      () => 2,
      async () => 'table',
    ),
  ).rejects.toMatchObject(limited);
  const { promise, resolve } = Promise.withResolvers<string>();
  const starting = clients.start(
    client_id,
    () => 1,
    () => promise,
  );
  await expect(
    clients.start(
      client_id,
      () => 1,
      async () => 'table',
    ),
  ).rejects.toMatchObject(limited);
  resolve('table');
  expect(await starting).toBe('table');
});

test('counts the games of the last hour across restarts, but not those that could not start', async () => {
  const clients = await open();
  const { client_id } = await connect(clients, playing);
  for (let count = 0; count < 5; count += 1) {
    const failing = clients.start(client_id, none, () => Promise.reject(new Error('gone')));
    await expect(failing).rejects.toThrow('gone');
  }
  for (const minute of [0, 10, 20]) {
    time += minute * 60_000;
    await clients.start(client_id, none, async () => 'table');
  }
  const reopened = await open();
  const limited = { code: 'rate_limited', detail: { limit: 'games_per_hour', again_at: time - 30 * 60_000 + hourMs } };
  await expect(reopened.start(client_id, none, async () => 'table')).rejects.toMatchObject(limited);
  time += 31 * 60_000;
  expect(await reopened.start(client_id, none, async () => 'table')).toBe('table');
});

test('releases are stored, and can be withdrawn', async () => {
  const clients = await open();
  await clients.release('people', 'a'.repeat(64), true);
  await clients.release('protocols', 'b'.repeat(64), true);
  await clients.release('people', 'c'.repeat(64), true);
  await clients.release('people', 'a'.repeat(64), false);
  expect((await open()).releases).toEqual({ people: ['c'.repeat(64)], protocols: ['b'.repeat(64)] });
});

test('renames an unreadable file, and allows nothing to any client', async () => {
  await connect(await open(), playing);
  await writeFile(join(dataDir, 'clients.json'), '{"clients": [');
  expect((await open()).list()).toEqual([]);
  expect(await readFile(join(dataDir, 'clients.json.bad'), 'utf8')).toBe('{"clients": [');
});
