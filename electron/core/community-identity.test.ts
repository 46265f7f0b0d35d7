/** A separate identity for a second community; the first community keeps the first one. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import type { AppState, ListedIdentity } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { quickenArgon2 } from '../identity/testing/quick-argon2.ts';
import { type Core, createCore } from './core.ts';

quickenArgon2();

const caller = { surface: 'desktop' } as const;
const passphrase = 'hollow-Ember-59-tangerine';

let dataDir: string;
let core: Core;
let first: TestCommunity;
let second: TestCommunity;

const state = () => core.handlers.app.state({}, caller) as Promise<AppState>;
const keyInUse = async () => (await state()).identity!.public_key;
const offer = (url: string) => core.handlers.identity.offer({ url }, caller);
const addFor = (url: string, given: string | null) =>
  core.handlers.identity.add_for_community({ url, passphrase: given }, caller) as Promise<{ public_key: string }>;
const use = (url: string) => core.handlers.community.use({ url }, caller);
const phase = async (expected: AppState['phase']) =>
  expect.poll(async () => (await state()).phase, { timeout: 20_000 }).toBe(expected);

async function start(server: string | null): Promise<void> {
  core = await createCore({ dataDir, server, shell: 'desktop', keychain: null, network: 'off' });
  await core.start();
}
async function unlock(): Promise<void> {
  await phase('locked');
  await core.handlers.identity.unlock({ passphrase }, caller);
  await phase('ready');
}

beforeEach(async () => {
  dataDir = temporaryFolder();
  [first, second] = [await TestCommunity.start(), await TestCommunity.start()];
  for (const community of [first, second]) community.now = Date.now();
  await start(first.url);
});
afterEach(async () => {
  await core.dispose();
  await Promise.all([first.dispose(), second.dispose()]);
});

it('is offered before a key is used in a second community, and used there from then on', async () => {
  await core.handlers.identity.create({ nickname: 'ada', bio: 'Plays.', passphrase }, caller);
  await phase('ready');
  const ada = await keyInUse();
  expect(await offer(first.url)).toMatchObject({ used_in: [] });
  const offered = await offer(second.url);
  expect(offered).toMatchObject({ nickname: 'ada', used_in: [first.url] });

  await expect(addFor(second.url, 'wrong')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  const { public_key: own } = await addFor(`${second.url}/`, passphrase);
  expect(own).toBe(offered.own_key);
  expect(own).not.toBe(ada);
  expect(await addFor(second.url, passphrase)).toEqual({ public_key: own });
  expect(await keyInUse()).toBe(ada);

  await use(second.url);
  await unlock();
  expect(await keyInUse()).toBe(own);
  const { identity, words_due } = await state();
  expect(identity).toMatchObject({ nickname: 'ada', bio: 'Plays.', protection: 'passphrase' });
  expect(identity!.derived_from).toEqual({ public_key: ada, origin: new URL(second.url).origin });
  expect(words_due).toBe(false);
  // Neither community knows the key of the other.
  const knows = async (community: TestCommunity, public_key: string) =>
    (await community.get('GET /api/v1/agents', { query: { public_key } })).status === 200;
  expect([await knows(first, ada), await knows(first, own)]).toEqual([true, false]);
  expect([await knows(second, ada), await knows(second, own)]).toEqual([false, true]);
  expect(await offer(second.url)).toMatchObject({ used_in: [], own_key: null });
  await expect(addFor('https://third.example', passphrase)).rejects.toMatchObject({ code: 'bad_arguments' });

  // Both stay where they are, also after a restart.
  await core.dispose();
  await start(null);
  await unlock();
  expect(await keyInUse()).toBe(own);
  await use(first.url);
  await unlock();
  expect(await keyInUse()).toBe(ada);
  await core.dispose();
  await start(second.url);
  expect(await keyInUse()).toBe(own);
});

it('is the same for the same recovery phrase and community', async () => {
  await core.handlers.identity.create({ nickname: 'ada', bio: '', passphrase: null }, caller);
  const { words } = (await core.handlers.identity.recovery_phrase({ passphrase: null }, caller)) as { words: string[] };
  const { public_key: own } = await addFor(second.url, null);
  await core.dispose();
  dataDir = temporaryFolder();
  await start(first.url);
  await core.handlers.identity.recover({ words, passphrase: null }, caller);
  expect(await offer(second.url)).toMatchObject({ own_key: own });
});

it('is optional: one identity may still be used everywhere', async () => {
  await core.handlers.identity.create({ nickname: 'ada', bio: '', passphrase: null }, caller);
  await phase('ready');
  const ada = await keyInUse();
  await use(second.url);
  await phase('ready');
  expect(await keyInUse()).toBe(ada);
  expect(await offer(second.url)).toMatchObject({ used_in: [] });
  const { identities } = (await core.handlers.identity.list({}, caller)) as { identities: ListedIdentity[] };
  expect(identities).toHaveLength(1);
});

it('isn’t taken to another community', async () => {
  await core.handlers.identity.create({ nickname: 'ada', bio: '', passphrase: null }, caller);
  await phase('ready');
  const ada = await keyInUse();
  const { public_key: own } = await addFor(second.url, null);
  await use(second.url);
  await phase('ready');
  expect(await keyInUse()).toBe(own);
  await core.handlers.community.use({ url: null }, caller);
  await phase('ready');
  expect(await keyInUse()).toBe(ada);
});
