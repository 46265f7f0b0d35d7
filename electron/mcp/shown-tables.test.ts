/** A community that shows a client one table and serves another under its id, between three identities. */
import { afterAll, afterEach, expect, test } from 'vitest';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPerson } from '../bridge/testing/person.ts';
import { communityProxy } from '../community/testing/faulty-proxy.ts';
import { startServiceInProcess } from '../tables/testing/community.ts';
import { openSession } from './session.ts';
import { tools } from './tools.ts';

const service = await startServiceInProcess(temporaryFolder());
const proxy = await communityProxy(service.url);
const ada = await createPerson(service.url, 'ada');
const mallory = await createPerson(service.url, 'mallory');
const grace = await createPerson(proxy.url, 'grace');
afterAll(async () => {
  await Promise.all([ada, mallory, grace].map((person) => person.leave()));
  proxy.dispose();
  await service.dispose();
});
afterEach(async () => {
  proxy.tamper(null);
  for (const { bridge } of [ada, mallory])
    for (const { post_id } of (await bridge.tables.hosting({})).hosted) await bridge.tables.withdraw({ post_id });
});

const openClient = (name: string, permissions: Partial<typeof noPermissions>) =>
  openSession({
    bridge: grace.bridge as never,
    name,
    allow: { ...noPermissions, tables_at_once: 2, ...permissions },
    releasedIds: [],
    ownerExit: new Promise(() => {}),
  });
type Client = Awaited<ReturnType<typeof openClient>>;

const call = (client: Client, name: string, args: object) =>
  tools
    .find((tool) => tool.name === name)!
    .run(client, args as never, {
      signal: new AbortController().signal,
      progress() {},
    });
const listed = async (client: Client) =>
  ((await call(client, 'list_tables', {})) as { tables: { post_id: string }[] }).tables.map(({ post_id }) => post_id);
const join = (client: Client, post_id: string) => call(client, 'join_table', { post_id, control_mode: 'autonomous' });
const host = async ({ bridge }: typeof ada, max_think_seconds: number) =>
  (await bridge.tables.host({ protocol: 'connect-four', control_mode: 'human', options: { max_think_seconds } }))
    .post_id;
const gracesTables = async () => (await grace.bridge.tables.list({})).tables;

test('a client joins the table that it was shown, or none', async () => {
  const client = await openClient('shown', { play_rated: true, play_unrated: true });
  const adas = await host(ada, 600);
  const mallorys = await host(mallory, 10);
  // In lists, Ada's table has the id of Mallory's.
  proxy.tamper((path, body) => {
    if (!path.includes('/invitations') || !Array.isArray(body.results)) return body;
    const real = (body.results as JsonObject[]).find(({ post_id }) => post_id === adas);
    const others = (body.results as JsonObject[]).filter(({ post_id }) => post_id !== adas && post_id !== mallorys);
    return { ...body, results: real ? [...others, { ...real, post_id: mallorys }] : others };
  });
  const lobby = async () => (await client.loadLobby()).map(({ post_id, host }) => [post_id, host.public_key]);
  await expect.poll(lobby, { timeout: 20_000 }).toEqual([[mallorys, ada.public_key]]);
  expect(await listed(client)).toEqual([mallorys]);
  await expect(join(client, mallorys)).rejects.toMatchObject({
    code: 'invitation_mismatch',
    detail: { changed: ['host_public_key', 'options'] },
  });
  expect(await gracesTables()).toEqual([]);
  client.close();
});

test('a client without the permission plays no rated game that the community calls unrated', async () => {
  const client = await openClient('unrated', { play_unrated: true });
  const post_id = await host(ada, 600);
  proxy.tamper((path, body) => {
    const unrated = (row: JsonObject) => ({ ...row, family: null, cap: null });
    if (!path.includes('/invitations')) return body;
    return Array.isArray(body.results)
      ? { ...body, results: (body.results as JsonObject[]).map(unrated) }
      : unrated(body);
  });
  const forbidden = { code: 'forbidden', detail: { permission: 'play_rated' } };
  // No list has shown it yet.
  await expect(join(client, post_id)).rejects.toMatchObject(forbidden);
  const familyListed = async () => (await client.loadLobby()).find((entry) => entry.post_id === post_id)?.family;
  await expect.poll(familyListed, { timeout: 20_000 }).toBeNull();
  await listed(client);
  await expect(join(client, post_id)).rejects.toMatchObject(forbidden);
  expect(await gracesTables()).toEqual([]);
  client.close();
});

test('another program names what it was shown', async () => {
  const client = await openClient('bridge', { play_rated: true });
  const { client_id } = client.client;
  const post_id = await host(ada, 600);
  const offer: LobbyEntry = await grace.bridge.lobby.inspect({ post_id });
  const joinShown = (changes: Partial<LobbyEntry>) =>
    grace.bridge.clients.join({
      ...{ client_id, post_id, control_mode: 'autonomous' },
      shown: shownTermsOf({ ...offer, ...changes }),
    });
  await expect(joinShown({ family: null })).rejects.toMatchObject({ code: 'invitation_mismatch' });
  const { table_id } = await joinShown({});
  await expect
    .poll(async () => (await gracesTables()).find((table) => table.table_id === table_id)?.phase)
    .toBe('playing');
  await grace.bridge.clients.resign({ client_id, table_id });
  client.close();
});
