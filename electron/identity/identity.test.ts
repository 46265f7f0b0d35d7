import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identityStateSchema } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type IdentityStore, openIdentity } from './identity.ts';
import { recoveryWords, seedOf } from './recovery-phrase.ts';
import { TestKeychain } from './testing/keychain.ts';
import { quickenArgon2 } from './testing/quick-argon2.ts';

quickenArgon2();

let dataDir: string;
const stores: IdentityStore[] = [];
beforeEach(async () => {
  dataDir = temporaryFolder();
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.dispose();
});

async function open(keychain: TestKeychain | null = null, onChange?: () => void): Promise<IdentityStore> {
  const store = await openIdentity({ dataDir, keychain, ...(onChange ? { onChange } : {}) });
  stores.push(store);
  return store;
}
async function createStore(passphrase: string | null, keychain: TestKeychain | null = null): Promise<IdentityStore> {
  const store = await open(keychain);
  await store.create({ nickname: 'Ann', bio: 'plays', passphrase });
  return store;
}
const read = (name = 'identity.json') => readFile(join(dataDir, name), 'utf8');
const slotsOf = async (name?: string) => JSON.parse(await read(name)).slots.map((slot: { kind: string }) => slot.kind);
const answersOf = (words: string[], ...positions: number[]) =>
  positions.map((position) => ({ position, word: words[position - 1]! }));
const registration = { nonce: '00'.repeat(16), nickname: 'Ann' };

describe('a first run', () => {
  test('starts without a key, creates one, and opens it after a restart', async () => {
    let changes = 0;
    const store = await open(null, () => (changes += 1));
    expect(store).toMatchObject({ state: 'missing', identity: null, problem: null });
    expect(() => store.signer).toThrow(expect.objectContaining({ code: 'identity_missing' }));
    expect(await readdir(dataDir)).toEqual(['house-sign']);

    const before = changes;
    await store.create({ nickname: 'Ann', bio: 'plays', passphrase: null });
    expect(changes).toBe(before + 1);
    expect(store.state).toBe('open');
    expect(identityStateSchema.parse(store.identity)).toMatchObject({
      nickname: 'Ann',
      bio: 'plays',
      protection: 'plain',
      words_confirmed: false,
    });
    expect(store.signer.publicKey).toBe(store.identity!.public_key);

    const again = await open();
    expect(again).toMatchObject({ state: 'open', identity: store.identity, problem: null, houseSign: store.houseSign });
    expect(again.signer.signRegistration(registration)).toBe(store.signer.signRegistration(registration));
  });

  test('writes equal files, readable by this user only', async () => {
    await createStore(null);
    expect(await read('identity.json.bak')).toBe(await read());
    for (const name of ['identity.json', 'identity.json.bak']) {
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    }
    expect((await readdir(dataDir)).sort()).toEqual(['house-sign', 'identity.json', 'identity.json.bak']);
  });

  test('creates one key from concurrent calls', async () => {
    const store = await open();
    const profile = { nickname: 'Ann', bio: '', passphrase: null };
    const [first, second] = await Promise.allSettled([store.create(profile), store.create(profile)]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'identity_exists' } });
  });

  test.each(['', 'a\nb', 'x'.repeat(65), '\ud800'])(
    'rejects the nickname %o before a key is created',
    async (nickname) => {
      const store = await open();
      await expect(store.create({ nickname, bio: '', passphrase: null })).rejects.toMatchObject({
        code: 'invalid_field',
      });
      expect(await readdir(dataDir)).toEqual(['house-sign']);
    },
  );
});

describe('with a passphrase', () => {
  test('starts locked, opens only with the right passphrase, and can be locked again', async () => {
    const { identity } = await createStore('sesame');
    expect(await slotsOf()).toEqual(['passphrase']);
    const store = await open();
    expect(store).toMatchObject({ state: 'locked', identity: { ...identity, protection: 'passphrase' } });
    const bytes = await read();
    await expect(store.unlock('Sesame')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(store.state).toBe('locked');
    expect(() => store.signer).toThrow(expect.objectContaining({ code: 'identity_locked' }));
    await expect(store.words('sesame')).rejects.toMatchObject({ code: 'identity_locked' });
    await store.unlock('sesame');
    expect(store.state).toBe('open');
    expect(store.signer.publicKey).toBe(identity!.public_key);
    expect(await read()).toBe(bytes);

    // Locking also disables signers obtained before.
    const { signer } = store;
    signer.signRegistration(registration);
    await store.lock();
    expect(store.state).toBe('locked');
    expect(() => signer.signRegistration(registration)).toThrow(expect.objectContaining({ code: 'identity_locked' }));
  });

  test('locking does nothing if there is no passphrase', async () => {
    const store = await createStore(null);
    await store.lock();
    expect(store.state).toBe('open');
    await expect(store.unlock('x')).resolves.toBeUndefined();
  });

  test('requires the passphrase again to show the recovery phrase', async () => {
    const store = await createStore('sesame');
    await expect(store.words(null)).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await expect(store.words('wrong')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(store.state).toBe('open');
    expect(bytesToHex(publicKeyOf(seedOf(await store.words('sesame'))))).toBe(store.identity!.public_key);
  });

  test('sets, changes and removes the passphrase; former keys and passphrases no longer open file or copy', async () => {
    const store = await createStore(null);
    const { public_key } = store.identity!;
    const formerKey = JSON.parse(await read()).slots[0].data_key;
    await store.setPassphrase(null, 'one');
    await expect(store.setPassphrase(null, 'two')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await expect(store.setPassphrase('zero', 'two')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await store.setPassphrase('one', 'two');
    expect(await read('identity.json.bak')).toBe(await read());
    expect(await read()).not.toContain(formerKey);
    const next = await open();
    await expect(next.unlock('one')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await next.unlock('two');
    await next.setPassphrase('two', null);
    expect((await open()).identity).toMatchObject({ public_key, protection: 'plain' });
  });
});

describe('the recovery phrase', () => {
  test('is confirmed by three words at different positions', async () => {
    const store = await createStore(null);
    const words = await store.words(null);
    expect(await store.confirmWords(answersOf(words, 1, 12, 24).with(1, { position: 12, word: 'zzz' }))).toBe(false);
    expect(await store.confirmWords(answersOf(words, 3, 3, 3))).toBe(false);
    expect(await store.confirmWords(answersOf(words, 1, 2))).toBe(false);
    expect(await store.confirmWords([0, 25, 26].map((position) => ({ position, word: words[0]! })))).toBe(false);
    expect(store.identity!.words_confirmed).toBe(false);
    expect(
      await store.confirmWords(
        answersOf(words, 24, 1, 12).map(({ position, word }) => ({ position, word: ` ${word.toUpperCase()}` })),
      ),
    ).toBe(true);
    expect(store.identity!.words_confirmed).toBe(true);
    expect(await open()).toMatchObject({ state: 'open', identity: { words_confirmed: true } });
  });

  test('restores the key without a file', async () => {
    const store = await createStore(null);
    const { public_key } = store.identity!;
    const words = await store.words(null);
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name));
    const fresh = await open();
    expect(fresh.state).toBe('missing');
    // One in 256 phrases of random words has the right checksum; this one does not.
    const wrong = Array<string>(24).fill('zoo');
    await expect(fresh.recover({ nickname: 'Ann', words: wrong, passphrase: null })).rejects.toMatchObject({
      code: 'wrong_words',
    });
    expect(fresh.state).toBe('missing');
    await fresh.recover({ nickname: 'Ann', words, passphrase: null });
    expect(fresh.identity).toMatchObject({ public_key, words_confirmed: true, protection: 'plain' });
    expect((await open()).signer.publicKey).toBe(public_key);
  });

  test('replaces a forgotten passphrase, but never another key', async () => {
    const store = await createStore('forgotten');
    const { public_key } = store.identity!;
    const words = await store.words('forgotten');
    const locked = await open();
    const others = recoveryWords(crypto.getRandomValues(new Uint8Array(32)));
    const bytes = await read();
    await expect(locked.recover({ nickname: 'Ann', words: others, passphrase: null })).rejects.toMatchObject({
      code: 'wrong_words',
    });
    expect(await read()).toBe(bytes);
    await locked.recover({ nickname: 'Ann B', words, passphrase: 'known' });
    expect(locked.identity).toMatchObject({ public_key, nickname: 'Ann B', bio: 'plays' });
    expect((await readdir(dataDir)).sort()).toEqual(['house-sign', 'identity.json', 'identity.json.bak']);
    const again = await open();
    // In a short run, the test of changed passphrases covers this.
    if (isLongRun) await expect(again.unlock('forgotten')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await again.unlock('known');
  });

  test('does not replace an open identity', async () => {
    const store = await createStore(null);
    const words = await store.words(null);
    await expect(store.recover({ nickname: 'Ann', words, passphrase: null })).rejects.toMatchObject({
      code: 'identity_exists',
    });
  });
});

describe('with a keychain', () => {
  const confirm = async (store: IdentityStore) => store.confirmWords(answersOf(await store.words(null), 1, 2, 3));

  test('stores the plain key until the recovery phrase is confirmed', async () => {
    const keychain = new TestKeychain();
    const store = await createStore(null, keychain);
    expect(await slotsOf()).toEqual(['os', 'plain']);
    expect(store.identity!.protection).toBe('plain');
    const formerKey = JSON.parse(await read()).slots[1].data_key;
    expect(await confirm(store)).toBe(true);
    expect(await slotsOf()).toEqual(['os']);
    expect(await slotsOf('identity.json.bak')).toEqual(['os']);
    expect(await read()).not.toContain(formerKey);
    expect(store.identity!.protection).toBe('keychain');
    expect(await open(keychain)).toMatchObject({
      state: 'open',
      identity: { protection: 'keychain', words_confirmed: true },
    });
  });

  test('seals the key again when the keychain has a new key', async () => {
    const keychain = new TestKeychain();
    await confirm(await createStore(null, keychain));
    const sealed = async () => JSON.parse(await read()).slots[0].sealed;
    const before = await sealed();
    await open(keychain);
    expect(await sealed()).toBe(before);
    keychain.isOutdated = true;
    expect((await open(keychain)).state).toBe('open');
    expect(await sealed()).not.toBe(before);
    keychain.isOutdated = false;
    expect(await open(keychain)).toMatchObject({ state: 'open', problem: null });
    expect(await slotsOf()).toEqual(['os']);
  });

  const damages: [string, (keychain: TestKeychain) => TestKeychain | null, string][] = [
    ['another keychain of the same name', () => new TestKeychain(), 'gnome_libsecret'],
    ['no keychain', () => null, 'none'],
    ['a locked keychain', (keychain) => Object.assign(keychain, { locked: true }), 'gnome_libsecret'],
    ['another backend', (keychain) => Object.assign(keychain, { backend: 'kwallet6' }), 'kwallet6'],
  ];
  // In a short run, the test 'opens without a restart' below covers the other two.
  test.each(damages.slice(0, isLongRun ? undefined : 2))(
    '%s: changes nothing until the recovery phrase restores the key',
    async (_, damage, keychain_now) => {
      const keychain = new TestKeychain();
      const first = await createStore(null, keychain);
      const words = await first.words(null);
      await confirm(first);
      const bytes = await read();
      const store = await open(damage(keychain));
      expect(store).toMatchObject({
        state: 'unreadable',
        identity: first.identity,
        problem: { code: 'identity_locked', detail: { keychain: 'gnome_libsecret', keychain_now } },
      });
      await expect(store.create({ nickname: 'B', bio: '', passphrase: null })).rejects.toMatchObject({
        code: 'identity_locked',
      });
      await expect(store.unlock('x')).rejects.toMatchObject({ code: 'identity_locked' });
      expect(await read()).toBe(bytes);

      await store.recover({ nickname: 'Ann', words, passphrase: 'new' });
      expect(store.signer.publicKey).toBe(first.identity!.public_key);
      expect(await slotsOf()).toEqual(['passphrase']);
      expect((await readdir(dataDir)).filter((name) => name.includes('unreadable'))).toEqual([]);
    },
  );

  test('replaces the locked file with the key of another recovery phrase, and renames it', async () => {
    const keychain = new TestKeychain();
    const first = await createStore(null, keychain);
    await confirm(first);
    const bytes = await read();
    const store = await open(null);
    const words = recoveryWords(crypto.getRandomValues(new Uint8Array(32)));
    await store.recover({ nickname: 'Bob', words, passphrase: null });
    expect(store.identity).toMatchObject({ nickname: 'Bob', bio: '', words_confirmed: true });
    expect(store.identity!.public_key).not.toBe(first.identity!.public_key);
    expect(await read('identity.json.unreadable-1')).toBe(bytes);
  });

  test('opens without a restart once the keychain is available again', async () => {
    const keychain = new TestKeychain();
    await confirm(await createStore(null, keychain));
    keychain.locked = true;
    const store = await open(keychain);
    expect(store.state).toBe('unreadable');
    Object.assign(keychain, { locked: false, backend: 'kwallet6' });
    await store.reload();
    expect(store.state).toBe('unreadable');
    keychain.backend = 'gnome_libsecret';
    await store.reload();
    expect(store).toMatchObject({ state: 'open', problem: null });
  });

  test('opens without the keychain until the recovery phrase is confirmed', async () => {
    const { identity } = await createStore(null, new TestKeychain());
    expect(await open(null)).toMatchObject({ state: 'open', identity });
  });

  test('does not use a keychain that only obfuscates or does not work', async () => {
    await createStore(null, Object.assign(new TestKeychain(), { backend: 'basic_text', protects: false }));
    expect(await slotsOf()).toEqual(['plain']);
    await rm(join(dataDir, 'identity.json'));
    await rm(join(dataDir, 'identity.json.bak'));
    await createStore(null, Object.assign(new TestKeychain(), { locked: true }));
    expect(await slotsOf()).toEqual(['plain']);
  });

  test('prefers a passphrase over the keychain', async () => {
    const keychain = new TestKeychain();
    await createStore('sesame', keychain);
    expect(await slotsOf()).toEqual(['passphrase']);
    expect((await open(keychain)).state).toBe('locked');
  });
});

test('exposes no secret in states, errors or events', async () => {
  const seen: unknown[] = [];
  const keep = (store: IdentityStore) => seen.push(store.state, store.identity, store.problem, store.houseSign);
  const store = await open(null, () => keep(store));
  await store.create({ nickname: 'Ann', bio: '', passphrase: 'sesame street' });
  const words = await store.words('sesame street');
  const seed = bytesToHex(seedOf(words));
  const failures = [
    () => store.words('wrong word'),
    () => store.recover({ nickname: 'Ann', words, passphrase: 'sesame street' }),
    () => store.setPassphrase('wrong word', 'other secret'),
    () => store.lock().then(() => store.unlock('wrong word')),
    () => store.words('sesame street'),
    () => store.recover({ nickname: 'Ann', words: words.with(2, 'misspelt'), passphrase: 'sesame street' }),
  ];
  for (const failure of failures) {
    const error: unknown = await failure().then(
      () => expect.fail('should reject'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ParlorError);
    const { message, stack, detail, cause } = error as ParlorError;
    seen.push(message, stack, detail, String(cause));
    keep(store);
  }
  // As an accidental log statement would print it.
  await store.unlock('sesame street');
  const printed = inspect([store, store.signer], { depth: 9, showHidden: true });
  expect(printed).not.toContain('Uint8Array');
  const text = JSON.stringify(seen) + printed;
  expect(text).toContain(store.identity!.public_key);
  for (const secret of [
    seed,
    words.slice(0, 3).join(' '),
    words.slice(0, 3).join('","'),
    'misspelt',
    'sesame',
    'wrong word',
    'other secret',
  ]) {
    expect(text).not.toContain(secret);
  }
});
