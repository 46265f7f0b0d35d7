import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { type IdentityStore, openIdentity } from './identity.ts';
import { openBackup } from './identity-file.ts';
import { readKeyFile } from './key-file.ts';
import { openRoster } from './roster.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parlor-roster-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = () => openRoster({ dataDir, keychain: null });
const create = (nickname: string) => (store: IdentityStore) => store.create({ nickname, bio: '', passphrase: null });

async function first(): Promise<string> {
  const store = await openIdentity({ dataDir, keychain: null });
  await create('Ann')(store);
  const { publicKey } = store.signer;
  store.dispose();
  return publicKey;
}

test('the first lies where it always lay; others beside it, switched and remembered', async () => {
  const ann = await first();
  const roster = await open();
  const before = await readFile(join(dataDir, 'identity.json'));
  const bob = await roster.add(create('Bob'));
  expect((await roster.list()).map(({ public_key, nickname, in_use }) => [public_key, nickname, in_use])).toEqual([
    [ann, 'Ann', true],
    [bob, 'Bob', false],
  ]);
  expect(roster.folder).toBe(dataDir);
  await roster.use(bob);
  const again = await open();
  expect(again.folder).toBe(join(dataDir, 'identities', bob));
  const store = await openIdentity({ dataDir, folder: again.folder, keychain: null });
  expect([store.state, store.signer.publicKey]).toEqual(['open', bob]);
  await again.use(ann);
  expect((await open()).folder).toBe(dataDir);
  expect(await readFile(join(dataDir, 'identity.json'))).toEqual(before);
  await expect(again.use('ab'.repeat(32))).rejects.toMatchObject({ code: 'identity_missing' });
});

test('a choice that names nobody, or is no choice, is the first', async () => {
  await first();
  for (const text of ['', 'null', JSON.stringify({ public_key: 'ab'.repeat(32) }), '{"public_key":"../../etc"}']) {
    await writeFile(join(dataDir, 'identity-in-use.json'), text);
    expect((await open()).folder).toBe(dataDir);
  }
});

test('nothing is left of one that fails, nor of one that was killed while it was made', async () => {
  await first();
  const roster = await open();
  const others = () => readdir(join(dataDir, 'identities'));
  await expect(roster.add(create('\n'))).rejects.toMatchObject({ code: 'invalid_field' });
  await expect(roster.add((store) => openAnd(store))).rejects.toMatchObject({ code: 'identity_exists' });
  expect(await others()).toEqual([]);
  await mkdir(join(dataDir, 'identities', '.making-0123456789ab'));
  await writeFile(join(dataDir, 'identities', '.making-0123456789ab', 'identity.json'), 'half a key');
  await open();
  expect(await others()).toEqual([]);

  /** The key that is here already, by its words. */
  async function openAnd(store: IdentityStore): Promise<void> {
    const here = await openIdentity({ dataDir, keychain: null });
    await store.recover({ nickname: 'Ann', words: await here.words(null), passphrase: null });
  }
});

test('one is deleted with all that is its own, the first too, and never the one in use', async () => {
  const ann = await first();
  const roster = await open();
  const bob = await roster.add(create('Bob'));
  await expect(roster.remove(ann)).rejects.toMatchObject({ code: 'in_use' });
  await mkdir(join(dataDir, 'tables', 't1'), { recursive: true });
  await mkdir(join(dataDir, 'reports'));
  for (const name of ['letters.sealed', 'contacts.sealed', 'settings.json', 'identity.json.unreadable-1']) {
    await writeFile(join(dataDir, name), '');
  }
  await roster.use(bob);
  await roster.remove(ann);
  expect((await roster.list()).map(({ public_key }) => public_key)).toEqual([bob]);
  expect((await readdir(dataDir)).sort()).toEqual([
    'house-sign',
    'identities',
    'identity-in-use.json',
    'settings.json',
  ]);
  const carl = await roster.add(create('Carl'));
  await roster.remove(carl);
  expect(await readdir(join(dataDir, 'identities'))).toEqual([bob]);
  await expect(roster.remove(carl)).rejects.toMatchObject({ code: 'identity_missing' });
  // One that was killed half-way is gone all the same.
  await mkdir(join(dataDir, 'identities', '.removed-0123456789ab'));
  expect((await open()).folder).toBe(join(dataDir, 'identities', bob));
  expect(await readdir(join(dataDir, 'identities'))).toEqual([bob]);
});

test('one that does not open is listed with why, and disturbs nobody', async () => {
  const ann = await first();
  const roster = await open();
  const bob = await roster.add(create('Bob'));
  for (const name of ['identity.json', 'identity.json.bak']) {
    await writeFile(join(dataDir, 'identities', bob, name), 'damaged');
  }
  expect(await roster.list()).toMatchObject([
    { public_key: ann, problem: null },
    { public_key: bob, nickname: null, problem: { code: 'identity_unreadable' } },
  ]);
});

test('a backup opens with its passphrase only, and brings the same name back', async () => {
  await first();
  const store = await openIdentity({ dataDir, keychain: null });
  const text = await store.backup(null, 'safe');
  expect(text).not.toContain('"plain"');
  await expect(openBackup(text, 'other')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  for (const other of [
    '',
    '{}',
    text.slice(0, -20),
    text.replace('Ann', 'Eve'),
    await readFile(join(dataDir, 'identity.json'), 'utf8'),
  ]) {
    await expect(openBackup(other, 'safe')).rejects.toMatchObject({ code: 'identity_unreadable' });
  }
  const { seed, profile, public_key } = await openBackup(text, 'safe');
  expect([public_key, profile.nickname]).toEqual([store.signer.publicKey, 'Ann']);
  const roster = await open();
  await expect(roster.add((empty) => empty.adopt(seed, profile, 'safe'))).rejects.toMatchObject({
    code: 'identity_exists',
  });
  await store.setPassphrase(null, 'own');
  await expect(store.backup(null, 'safe')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  await expect(store.backup('wrong', 'safe')).rejects.toMatchObject({ code: 'wrong_passphrase' });
});

test('a signer goes on when the passphrase of its key changes', async () => {
  await first();
  const store = await openIdentity({ dataDir, keychain: null });
  const { signer, opener } = store;
  const parts = { nonce: '00'.repeat(16), nickname: 'Ann' };
  const [signature, key] = [signer.signRegistration(parts), opener.storeKey()];
  await store.setPassphrase(null, 'one');
  await store.setPassphrase('one', 'two');
  expect([signer.signRegistration(parts), opener.storeKey()]).toEqual([signature, key]);
  await store.lock();
  expect(() => signer.signRegistration(parts)).toThrow(expect.objectContaining({ code: 'identity_locked' }));
  await store.unlock('two');
  expect(store.signer.signRegistration(parts)).toBe(signature);
});

test('a key file of the other client is read in both its forms, and only where its keys fit', () => {
  const bytes = new Uint8Array(32).fill(3);
  const [public_key, private_key] = [bytesToHex(publicKeyOf(bytes)), bytesToHex(bytes)];
  for (const value of [
    { public_key, private_key },
    { peer_id: public_key.toUpperCase(), private_key: private_key.toUpperCase() },
  ]) {
    expect(readKeyFile(JSON.stringify(value))).toEqual({ seed: bytes, public_key });
  }
  const bad = [
    '',
    '[]',
    '{',
    { private_key },
    { public_key },
    { public_key: 'ab'.repeat(32), private_key },
    { public_key, private_key: '00' },
  ];
  for (const value of bad) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(() => readKeyFile(text)).toThrow(expect.objectContaining({ code: 'invalid_field' }));
  }
  const told = (() => {
    try {
      return readKeyFile(JSON.stringify({ public_key: 'ab'.repeat(32), private_key }));
    } catch (error) {
      return error;
    }
  })();
  expect(JSON.stringify(told) + String(told)).not.toContain(private_key);
});
