import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeEach, expect, test } from 'vitest';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentities, removalOrder } from './identities.ts';
import { type IdentityStore, openIdentity } from './identity.ts';
import { openBackup } from './identity-file.ts';
import { readKeyFile } from './key-file-import.ts';
import { quickenArgon2 } from './testing/quick-argon2.ts';

quickenArgon2();

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
});

const open = () => openIdentities({ dataDir, keychain: null });
const create = (nickname: string) => (store: IdentityStore) => store.create({ nickname, bio: '', passphrase: null });

async function createFirst(): Promise<string> {
  const store = await openIdentity({ dataDir, keychain: null });
  await create('Ann')(store);
  const { publicKey } = store.signer;
  store.dispose();
  return publicKey;
}

test('keeps the first identity at the top level, further ones in folders, and remembers which is in use', async () => {
  const ann = await createFirst();
  const identities = await open();
  const before = await readFile(join(dataDir, 'identity.json'));
  const bob = await identities.add(create('Bob'));
  expect((await identities.list()).map(({ public_key, nickname, in_use }) => [public_key, nickname, in_use])).toEqual([
    [ann, 'Ann', true],
    [bob, 'Bob', false],
  ]);
  expect(identities.folder).toBe(dataDir);
  await identities.use(bob);
  const again = await open();
  expect(again.folder).toBe(join(dataDir, 'identities', bob));
  const store = await openIdentity({ dataDir, folder: again.folder, keychain: null });
  expect([store.state, store.signer.publicKey]).toEqual(['open', bob]);
  await again.use(ann);
  expect((await open()).folder).toBe(dataDir);
  expect(await readFile(join(dataDir, 'identity.json'))).toEqual(before);
  await expect(again.use('ab'.repeat(32))).rejects.toMatchObject({ code: 'identity_missing' });
});

test('falls back to the first identity when the stored choice is invalid', async () => {
  await createFirst();
  for (const text of ['', 'null', JSON.stringify({ public_key: 'ab'.repeat(32) }), '{"public_key":"../../etc"}']) {
    await writeFile(join(dataDir, 'identity-in-use.json'), text);
    expect((await open()).folder).toBe(dataDir);
  }
});

test('leaves nothing behind after a failed or interrupted creation', async () => {
  await createFirst();
  const identities = await open();
  const others = () => readdir(join(dataDir, 'identities'));
  await expect(identities.add(create('\n'))).rejects.toMatchObject({ code: 'invalid_field' });
  await expect(identities.add(recoverFirst)).rejects.toMatchObject({ code: 'identity_exists' });
  expect(await others()).toEqual([]);
  await mkdir(join(dataDir, 'identities', '.making-0123456789ab'));
  await writeFile(join(dataDir, 'identities', '.making-0123456789ab', 'identity.json'), 'half a key');
  await open();
  expect(await others()).toEqual([]);

  /** Restores the key that already exists. */
  async function recoverFirst(store: IdentityStore): Promise<void> {
    const first = await openIdentity({ dataDir, keychain: null });
    await store.recover({ nickname: 'Ann', words: await first.words(null), passphrase: null });
  }
});

test('deletes an identity with its data, unless it is in use', async () => {
  const ann = await createFirst();
  const identities = await open();
  const bob = await identities.add(create('Bob'));
  await expect(identities.remove(ann)).rejects.toMatchObject({ code: 'in_use' });
  await mkdir(join(dataDir, 'tables', 't1'), { recursive: true });
  await mkdir(join(dataDir, 'reports'));
  for (const name of ['letters.sealed', 'contacts.sealed', 'settings.json', 'identity.json.unreadable-1']) {
    await writeFile(join(dataDir, name), '');
  }
  await identities.use(bob);
  await identities.remove(ann);
  expect((await identities.list()).map(({ public_key }) => public_key)).toEqual([bob]);
  expect((await readdir(dataDir)).sort()).toEqual([
    'house-sign',
    'identities',
    'identity-in-use.json',
    'settings.json',
  ]);
  const carl = await identities.add(create('Carl'));
  await identities.remove(carl);
  expect(await readdir(join(dataDir, 'identities'))).toEqual([bob]);
  await expect(identities.remove(carl)).rejects.toMatchObject({ code: 'identity_missing' });
  // An interrupted deletion is completed.
  await mkdir(join(dataDir, 'identities', '.removed-0123456789ab'));
  expect((await open()).folder).toBe(join(dataDir, 'identities', bob));
  expect(await readdir(join(dataDir, 'identities'))).toEqual([bob]);
});

test('lists an unreadable identity with its problem, without affecting others', async () => {
  const ann = await createFirst();
  const identities = await open();
  const bob = await identities.add(create('Bob'));
  for (const name of ['identity.json', 'identity.json.bak']) {
    await writeFile(join(dataDir, 'identities', bob, name), 'damaged');
  }
  expect(await identities.list()).toMatchObject([
    { public_key: ann, problem: null },
    { public_key: bob, nickname: null, problem: { code: 'identity_unreadable' } },
  ]);
});

test('opens a backup only with its passphrase, and restores the same key', async () => {
  await createFirst();
  const store = await openIdentity({ dataDir, keychain: null });
  const text = await store.createBackup(null, 'safe');
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
  const identities = await open();
  await expect(identities.add((empty) => empty.importSeed(seed, profile, 'safe'))).rejects.toMatchObject({
    code: 'identity_exists',
  });
  await store.setPassphrase(null, 'own');
  await expect(store.createBackup(null, 'safe')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  await expect(store.createBackup('wrong', 'safe')).rejects.toMatchObject({ code: 'wrong_passphrase' });
});

test('keeps signers valid when the passphrase changes', async () => {
  await createFirst();
  const store = await openIdentity({ dataDir, keychain: null });
  const { signer, opener } = store;
  const parts = { nonce: '00'.repeat(16), nickname: 'Ann' };
  const [signature, key] = [signer.signRegistration(parts), opener.messagesKey()];
  await store.setPassphrase(null, 'one');
  await store.setPassphrase('one', 'two');
  expect([signer.signRegistration(parts), opener.messagesKey()]).toEqual([signature, key]);
  await store.lock();
  expect(() => signer.signRegistration(parts)).toThrow(expect.objectContaining({ code: 'identity_locked' }));
  await store.unlock('two');
  expect(store.signer.signRegistration(parts)).toBe(signature);
});

test('reads both forms of another client’s key file, and rejects keys that do not match', () => {
  const bytes = new Uint8Array(32).fill(3);
  const [public_key, private_key] = [bytesToHex(publicKeyOf(bytes)), bytesToHex(bytes)];
  for (const value of [
    { public_key, private_key },
    { peer_id: public_key.toUpperCase(), private_key: private_key.toUpperCase() },
  ]) {
    expect(readKeyFile(JSON.stringify(value))).toEqual({ seed: bytes, public_key });
  }
  const invalid = [
    '',
    '[]',
    '{',
    { private_key },
    { public_key },
    { public_key: 'ab'.repeat(32), private_key },
    { public_key, private_key: '00' },
  ];
  for (const value of invalid) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(() => readKeyFile(text)).toThrow(expect.objectContaining({ code: 'invalid_field' }));
  }
  const error = (() => {
    try {
      return readKeyFile(JSON.stringify({ public_key: 'ab'.repeat(32), private_key }));
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(JSON.stringify(error) + String(error)).not.toContain(private_key);
});

test('removes the key and its copy before the other files of an identity', () => {
  const names = ['contacts.sealed', 'identity.json', 'identity.json.bak', 'letters.sealed', 'tables'];
  expect(removalOrder(names).slice(0, 2)).toEqual(['identity.json', 'identity.json.bak']);
  expect(removalOrder(names).toSorted()).toEqual(names);
});
