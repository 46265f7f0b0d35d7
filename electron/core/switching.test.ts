/** Switching between identities and communities in one data directory. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { seal } from '../../shared/inbox/sealed-box.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { quickenArgon2 } from '../identity/testing/quick-argon2.ts';
import { type Core, createCore } from './core.ts';

quickenArgon2();

const caller = { surface: 'desktop' } as const;
const closers: (() => unknown)[] = [];
let dataDir: string;
let core: Core;
let here: TestCommunity;
let host: TestAgent;

async function community(): Promise<TestCommunity> {
  const started = await TestCommunity.start();
  closers.push(() => started.dispose());
  started.now = Date.now();
  return started;
}

beforeEach(async () => {
  dataDir = temporaryFolder();
  here = await community();
  host = await here.agent('Host');
  core = await createCore({ dataDir, server: here.url, shell: 'desktop', keychain: null });
  closers.push(() => core.dispose());
  await core.start();
  await identity().create({ nickname: 'Ann', bio: '', passphrase: null }, caller);
  await ready('Ann');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const identity = () => core.handlers.identity;
const state = () => core.handlers.app.state({}, caller) as Promise<AppState>;
const ready = (nickname: string) =>
  expect
    .poll(async () => {
      const { phase, identity: mine } = await state();
      return `${mine?.nickname} ${phase}`;
    })
    .toBe(`${nickname} ready`);
const keyNow = async () => (await state()).identity!.public_key;
const sendMessage = (public_key: string, text: string) =>
  host.call('POST /api/v1/inbox', {
    body: {
      recipient_public_key: public_key,
      ciphertext: Buffer.from(seal(text, Buffer.from(public_key, 'hex'))).toString('base64'),
    },
  });
const messageTexts = async () => (await core.handlers.inbox.refresh({}, caller)).messages.map(({ text }) => text);

it('switches all data with the identity, and refuses to switch while a table is waiting', async () => {
  const ann = await keyNow();
  const { public_key: bob } = await identity().add({ nickname: 'Bob', bio: '', passphrase: null }, caller);
  expect(await keyNow()).toBe(ann);
  await sendMessage(ann, 'for Ann');
  expect(await messageTexts()).toEqual(['for Ann']);

  const { post_id } = await core.handlers.tables.host(
    { protocol: 'rock-paper-scissors', control_mode: 'autonomous' },
    caller,
  );
  const refused = { code: 'tables_running', detail: { running: 0, waiting: 1 } };
  await expect(identity().use({ public_key: bob }, caller)).rejects.toMatchObject(refused);
  await expect(core.handlers.community.use({ url: null }, caller)).rejects.toMatchObject(refused);
  expect(await keyNow()).toBe(ann);
  await core.handlers.tables.withdraw({ post_id }, caller);

  // Windows never see a state between the two accounts, even if settings change meanwhile.
  const errors: string[] = [];
  let changes = 0;
  const off = core.onEvent((group, event) => {
    if (group !== 'app' || event !== 'changed') return;
    changes += 1;
    try {
      core.handlers.inbox.list({}, caller);
    } catch (error) {
      errors.push(String(error));
    }
  });
  let switched = false;
  const switching = identity()
    .use({ public_key: bob }, caller)
    .then(() => {
      switched = true;
    });
  for (let i = 0; !switched; i += 1) await core.handlers.app.set_settings({ prefer_plain_view: i % 2 === 0 }, caller);
  await switching;
  off();
  expect(errors).toEqual([]);
  expect(changes).toBeGreaterThan(0);
  await ready('Bob');
  await sendMessage(bob, 'for Bob');
  expect(await messageTexts()).toEqual(['for Bob']);

  await core.dispose();
  core = await createCore({ dataDir, server: here.url, shell: 'desktop', keychain: null });
  await core.start();
  await ready('Bob');
  await identity().use({ public_key: ann }, caller);
  await ready('Ann');
  expect(await messageTexts()).toEqual(['for Ann']);
});

it('makes calls wait for the account of a key that was just created or unlocked', async () => {
  const newCore = await createCore({ dataDir: temporaryFolder(), server: here.url, shell: 'desktop', keychain: null });
  closers.push(() => newCore.dispose());
  await newCore.start();
  const { app, identity, inbox, tables, lobby } = newCore.handlers;
  /** What windows ask for as soon as they see a key, and the same once the account is certainly open. */
  const answers: Promise<unknown>[] = [];
  const askAll = () =>
    void answers.push(
      ...[() => inbox.list({}, caller), () => tables.hosting({}, caller), () => lobby.list({}, caller)].map(
        async (ask) => ask(),
      ),
    );
  const isOpen = ({ phase }: AppState) => phase === 'registering' || phase === 'ready';
  newCore.onEvent((group, event, value) => {
    if (group === 'app' && event === 'changed' && isOpen(value as AppState)) askAll();
  });
  /** Another window that opens at any moment until `change` is done sees the state before or after it. */
  async function phasesDuring(change: Promise<unknown>): Promise<Set<string>> {
    let isDone = false;
    const done = change.then(() => (isDone = true));
    const phases = new Set<string>();
    while (!isDone) {
      const state = (await app.state({}, caller)) as AppState;
      phases.add(state.phase);
      if (isOpen(state)) askAll();
      await new Promise(setImmediate);
    }
    await done;
    return phases;
  }
  const created = await phasesDuring(
    Promise.resolve(identity.create({ nickname: 'Cleo', bio: '', passphrase: 'one' }, caller)),
  );
  expect(created).toContain('first_run');
  await identity.lock({}, caller);
  const unlocked = await phasesDuring(Promise.resolve(identity.unlock({ passphrase: 'one' }, caller)));
  expect(unlocked).toContain('locked');
  expect(answers.length).toBeGreaterThan(0);
  await expect(Promise.all(answers)).resolves.toBeTruthy();
});

it('locks, unlocks, and changes the passphrase', async () => {
  expect(await identity().lock({}, caller)).toEqual({ locked: false });

  // Once the recovery phrase is confirmed, a browser can only export a key that has a passphrase.
  const web = { surface: 'web', client: 'a' } as const;
  const { words } = await identity().recovery_phrase({ passphrase: null }, web);
  const answers = [1, 2, 3].map((position) => ({ position, word: words[position - 1]! }));
  const sealed = { current: null, passphrase: 'safe' };
  expect((await identity().backup(sealed, web)).public_key).toBe(await keyNow());
  expect(await identity().confirm_words({ answers }, web)).toEqual({ confirmed: true });
  await expect(identity().backup(sealed, web)).rejects.toMatchObject({ code: 'forbidden' });
  if (isLongRun) expect((await identity().backup(sealed, caller)).public_key).toBe(await keyNow());
  await identity().change_passphrase({ current: null, next: 'one' }, caller);
  expect((await identity().backup({ ...sealed, current: 'one' }, web)).public_key).toBe(await keyNow());

  expect(await messageTexts()).toEqual([]);
  expect(await identity().lock({}, caller)).toEqual({ locked: true });
  expect((await state()).phase).toBe('locked');
  await expect(messageTexts()).rejects.toMatchObject({ code: 'identity_locked' });
  if (isLongRun)
    await expect(identity().unlock({ passphrase: 'two' }, caller)).rejects.toMatchObject({ code: 'wrong_passphrase' });
  await identity().unlock({ passphrase: 'one' }, caller);
  await ready('Ann');
  expect(await messageTexts()).toEqual([]);

  // The recovery phrase replaces a forgotten passphrase, for the identity in use and for others.
  const ann = await keyNow();
  const { public_key: bob } = await identity().add({ nickname: 'Bob', bio: '', passphrase: null }, caller);
  const again = { nickname: 'Ann', bio: '', words, passphrase: 'three' };
  await expect(identity().add(again, caller)).rejects.toMatchObject({ code: 'identity_exists' });
  await identity().lock({}, caller);
  expect(await identity().add(again, caller)).toEqual({ public_key: ann });
  await ready('Ann');
  await identity().use({ public_key: bob }, caller);
  expect(await identity().add({ ...again, passphrase: null }, caller)).toEqual({ public_key: ann });
  const { identities } = await identity().list({}, caller);
  expect(identities.map(({ public_key, protection }) => [public_key, protection])).toEqual([
    [ann, 'plain'],
    [bob, 'plain'],
  ]);
});

it('switches to another community, registers there, and remembers both', async () => {
  const public_key = await keyNow();
  await sendMessage(public_key, 'here');
  expect(await messageTexts()).toEqual(['here']);
  const there = await community();
  await core.handlers.community.use({ url: `${there.url}/` }, caller);
  await ready('Ann');
  expect((await state()).community).toMatchObject({ url: there.url, embedded: false });
  expect((await state()).settings.community).toBe(there.url);
  expect(await messageTexts()).toEqual([]);
  const { communities } = await core.handlers.community.list({}, caller);
  expect(
    communities.map(({ url, in_use, registered }) => [url, in_use, registered.map((each) => each.public_key)]),
  ).toEqual([
    [there.url, true, [public_key]],
    [here.url, false, [public_key]],
  ]);
  await core.handlers.community.use({ url: here.url }, caller);
  await ready('Ann');
  expect(await messageTexts()).toEqual(['here']);
});

it('hides the tables of blocked people', async () => {
  const { protocols } = await core.handlers.protocols.list({}, caller);
  const { body } = await host.call('POST /api/v1/invitations', {
    body: host.invitation(protocols[0]!.protocol_id),
  });
  const { post_id } = body as { post_id: string };
  const refusal = async () => (await core.handlers.lobby.inspect({ post_id }, caller)).refusal?.code;
  const hosts = async () => (await core.handlers.lobby.list({}, caller)).entries.map((entry) => entry.host.nickname);
  await expect.poll(hosts).toEqual(['Host']);
  const { public_key } = host;
  await core.handlers.inbox.block({ public_key, name: '' }, caller);
  await expect.poll(hosts).toEqual([]);
  // Opened by link, the table is refused.
  expect(await refusal()).toBe('host_blocked');
  await core.handlers.inbox.unblock({ public_key }, caller);
  await expect.poll(hosts).toEqual(['Host']);
  expect(await refusal()).not.toBe('host_blocked');
});
