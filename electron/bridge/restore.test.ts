/** Restores a key from its recovery phrase on another computer, with the data that the community has about the key. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppState, type Bridge, bridge, type Table } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import { serve } from '../../shared/bridge/rpc.ts';
import { connect } from '../../shared/bridge/rpc-client.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Core, createCore } from '../core/core.ts';
import { portPair } from '../owner/port.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPerson, type TestPerson } from './testing/person.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestPerson;
let words: string[];
let rating: number;

beforeAll(async () => {
  service = await startServiceInProcess(dir);
  ada = await createPerson(service.url, 'ada');
  const grace = await createPerson(service.url, 'grace');
  const ended = new Promise<Table>((resolve) => {
    ada.bridge.tables.on('changed', (table) => table.result?.state === 'settled' && resolve(table));
  });
  const play = { control_mode: 'autonomous' as const };
  const { post_id } = await ada.bridge.tables.host({ protocol: 'rock-paper-scissors', ...play });
  await grace.bridge.tables.join({ post_id, ...play });
  await ended;
  await ada.bridge.identity.register({ nickname: 'ada', bio: 'Plays at night.' });
  // Also here, or the next registration would bring the old profile back.
  expect((await ada.bridge.app.state({})).identity).toMatchObject({ nickname: 'ada', bio: 'Plays at night.' });
  words = (await ada.bridge.identity.recovery_phrase({ passphrase: null })).words;
  rating = (await ada.bridge.agents.profile({})).elo.rating;
  await grace.leave();
});
afterAll(async () => {
  await ada?.leave();
  await service?.dispose();
});

let core: Core;
let client: Client<Bridge, 'both' | 'desktop' | 'terminal'>;
let closePorts: () => void;

/** Starts a core on another computer, without a key. */
async function startCore(server: string | null): Promise<void> {
  core = await createCore({ dataDir: await mkdtemp(join(dir, 'new-')), server, shell: 'desktop', keychain: null });
  const { ends, close } = portPair();
  closePorts = close;
  serve(bridge, ends[0], core.handlers, { surface: 'terminal' }, core.onEvent);
  client = connect<Bridge, 'terminal'>(ends[1]) as never;
  await core.start();
}
afterEach(async () => {
  closePorts();
  await core.dispose();
});

async function untilReady(): Promise<AppState> {
  const { promise, resolve } = Promise.withResolvers<AppState>();
  const check = (state: AppState) => state.phase === 'ready' && state.me && resolve(state);
  const unsubscribe = client.app.on('changed', check);
  check(await client.app.state({}));
  return promise.finally(unsubscribe);
}

/** The agent as it is registered. */
const profile = async () => (await ada.bridge.agents.profile({})).agent;

test('a registered key keeps its name, bio and rating without a new registration', async () => {
  await startCore(null);
  const found = await client.identity.look_up({ words, server: service.url });
  expect(found).toMatchObject({
    public_key: ada.public_key,
    name_here: null,
    known: { nickname: 'ada', bio: 'Plays at night.', rating, games_played: 1 },
    problem: null,
  });
  expect(rating).not.toBe(1200);
  const before = await profile();
  await client.community.use({ url: service.url });
  await client.identity.recover({ nickname: 'ada', words, passphrase: null });
  expect(await untilReady()).toMatchObject({
    identity: { nickname: 'ada', bio: 'Plays at night.', words_confirmed: true },
    me: { rating, games_played: 1 },
  });
  expect(await profile()).toEqual(before);
});

test('while offline, a restored key has a provisional name, which the community’s name replaces later', async () => {
  await startCore('http://127.0.0.1:9');
  expect(await client.identity.look_up({ words, server: null })).toMatchObject({
    known: null,
    problem: { code: 'community_unreachable' },
  });
  await client.identity.recover({ words, passphrase: null });
  const { identity } = await client.app.state({});
  expect(identity?.nickname).toBe(`agent-${ada.public_key.slice(0, 8)}`);
  await client.community.use({ url: service.url });
  expect(await untilReady()).toMatchObject({ identity: { nickname: 'ada', bio: 'Plays at night.' }, me: { rating } });
  expect(await profile()).toMatchObject({ nickname: 'ada', bio: 'Plays at night.' });
});

test('registers a new name and preserves the bio', async () => {
  await startCore(service.url);
  await client.identity.recover({ nickname: 'ada the second', words, passphrase: null });
  expect(await untilReady()).toMatchObject({ identity: { nickname: 'ada the second' }, me: { rating } });
  expect(await profile()).toMatchObject({ nickname: 'ada the second', bio: 'Plays at night.' });
});

test('an unregistered key is not an error; an invalid recovery phrase is', async () => {
  await startCore(service.url);
  const unregistered = 'abandon '.repeat(23).trim().split(' ').concat('art');
  expect(await client.identity.look_up({ words: unregistered, server: null })).toMatchObject({
    known: null,
    problem: null,
  });
  const swapped = [words[1]!, words[0]!, ...words.slice(2)];
  await expect(client.identity.look_up({ words: swapped, server: null })).rejects.toMatchObject({
    code: 'wrong_words',
  });
});
