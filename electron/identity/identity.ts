/**
 * An identity: a name and its key. While it is open, the seed is held only here and in signer.ts; no error, event or state contains
 * it.
 */
import { join } from 'node:path';
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { communitySeed } from '../../shared/signing/community-identity.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { checkParts, nickname as nicknameGrammar } from '../../shared/signing/grammar.ts';
import { prepareDataDir } from '../files/data-dir.ts';
import { excludeMemoryFromCoreDumps } from './core-dumps.ts';
import { openHouseSign } from './house-sign.ts';
import { readIdentity, writeIdentity } from './identity-disk.ts';
import {
  headerOf,
  type IdentityFile,
  type IdentityProfile,
  openSeed,
  profileOf,
  sealBackup,
  sealIdentity,
} from './identity-file.ts';
import type { IdentityPhase, IdentityStore, PublicIdentity, WordConfirmation } from './identity-store.ts';
import {
  makeOsSlot,
  makePassphraseSlot,
  offHeapBytes,
  offHeapCopy,
  openOsSlot,
  openPassphraseSlot,
  type PassphraseSlot,
  protectionOf,
  type Slot,
} from './key-encryption.ts';
import { keyLockedError, keyMissingError } from './key-errors.ts';
import type { Keychain } from './keychain.ts';
import { normalizeWord, recoveryWords, seedOf } from './recovery-phrase.ts';
import { type HeldKey, holdKey, type Opener, type Signer } from './signer.ts';

export type { IdentityPhase, IdentityStore, PublicIdentity, WordConfirmation } from './identity-store.ts';

export interface IdentityOptions {
  dataDir: string;
  /** Folder of the key; defaults to the data directory. */
  folder?: string;
  /** Null if the shell provides no keychain. */
  keychain: Keychain | null;
  /** Called after every change of `state`, `identity` or `problem`, but not before `openIdentity` has resolved. */
  onChange?: () => void;
}

/** This process must hold the lock of the data directory: the store assumes that it is the only writer. */
export async function openIdentity(options: IdentityOptions): Promise<IdentityStore> {
  await excludeMemoryFromCoreDumps();
  await prepareDataDir(options.dataDir);
  const store = new DiskIdentity(options, await openHouseSign(options.dataDir));
  await store.reload();
  store.onChange = options.onChange ?? store.onChange;
  return store;
}

interface OpenKey {
  seed: Uint8Array;
  dataKey: Uint8Array;
  heldKey: HeldKey;
}

class DiskIdentity implements IdentityStore {
  state: IdentityPhase = 'missing';
  problem: Problem | null = null;
  /** Set after opening, so that it is not called before the caller has the store. */
  onChange: () => void = () => {};
  readonly houseSign: string;
  readonly #path: string;
  readonly #keychain: Keychain | null;
  #file: IdentityFile | null = null;
  #key: OpenKey | null = null;
  /** Serializes changes, so that two clicks cannot create two keys. */
  readonly #serialize = createSerialQueue();

  constructor({ dataDir, folder = dataDir, keychain }: IdentityOptions, houseSign: string) {
    this.#path = join(folder, 'identity.json');
    this.#keychain = keychain;
    this.houseSign = houseSign;
  }

  get identity(): PublicIdentity | null {
    const file = this.#file;
    if (file === null) return null;
    return { public_key: file.public_key, ...profileOf(file), protection: protectionOf(file.slots) };
  }

  get signer(): Signer {
    return this.#requireOpenKey().heldKey.signer;
  }

  get opener(): Opener {
    return this.#requireOpenKey().heldKey.opener;
  }

  create({ nickname, bio, passphrase }: { nickname: string; bio: string; passphrase: string | null }): Promise<void> {
    return this.#serialize(async () => {
      if (this.state === 'unreadable') throw this.#unreadableError();
      this.#throwIfExists(this.state !== 'missing');
      checkParts({ nickname: nicknameGrammar }, { nickname });
      await this.#replaceKeyFile(
        crypto.getRandomValues(offHeapBytes(32)),
        { nickname, bio, words_confirmed: false },
        passphrase,
      );
    });
  }

  unlock(passphrase: string): Promise<void> {
    return this.#serialize(async () => {
      if (this.state === 'open') return;
      const { file, slot } = this.#passphraseSlot();
      await this.#openWith(file, await openPassphraseSlot(slot, passphrase, file.public_key));
    });
  }

  recover({
    nickname,
    words,
    passphrase,
  }: {
    nickname?: string | undefined;
    words: readonly string[];
    passphrase: string | null;
  }): Promise<void> {
    return this.#serialize(async () => {
      this.#throwIfExists(this.state === 'open');
      if (nickname !== undefined) checkParts({ nickname: nicknameGrammar }, { nickname });
      const seed = seedOf(words);
      const existing = this.#file;
      const publicKey = bytesToHex(publicKeyOf(seed));
      const isSameKey = existing?.public_key === publicKey;
      if (this.state === 'locked' && !isSameKey) {
        seed.fill(0);
        throw new ParlorError(
          'wrong_words',
          'These words are valid, but they belong to a different key than the one on this computer.',
        );
      }
      const previous = isSameKey ? profileOf(existing) : { nickname: provisionalName(publicKey), bio: '' };
      const profile = { ...previous, nickname: nickname ?? previous.nickname, words_confirmed: true };
      await this.#replaceKeyFile(seed, profile, passphrase);
    });
  }

  setProfile({ nickname, bio }: { nickname: string; bio: string }): Promise<void> {
    return this.#serialize(async () => {
      const { seed, dataKey } = this.#requireOpenKey();
      checkParts({ nickname: nicknameGrammar }, { nickname });
      await this.#save(sealIdentity({ ...headerOf(this.#file as IdentityFile), nickname, bio }, seed, dataKey));
    });
  }

  words(passphrase: string | null): Promise<string[]> {
    return this.#serialize(async () => {
      const { seed } = this.#requireOpenKey();
      await this.#verifyPassphrase(passphrase);
      return recoveryWords(seed);
    });
  }

  confirmWords(answers: readonly WordConfirmation[]): Promise<boolean> {
    return this.#serialize(async () => {
      const { seed, dataKey } = this.#requireOpenKey();
      const file = this.#file as IdentityFile;
      // Three positions at once, so that words cannot be guessed one at a time.
      if (answers.length !== 3 || new Set(answers.map(({ position }) => position)).size !== 3) return false;
      const words = recoveryWords(seed);
      if (!answers.every(({ position, word }) => words[position - 1] === normalizeWord(word))) return false;
      if (file.words_confirmed) return true;
      // The words now serve as a recovery method, so the keychain may become the only slot on disk.
      const hasBothSlots =
        file.slots.some((slot) => slot.kind === 'os') && file.slots.some((slot) => slot.kind === 'plain');
      if (hasBothSlots)
        await this.#replaceKeyFile(offHeapCopy(seed), { ...profileOf(file), words_confirmed: true }, null);
      else await this.#save(sealIdentity({ ...headerOf(file), words_confirmed: true }, seed, dataKey));
      return true;
    });
  }

  setPassphrase(currentPassphrase: string | null, newPassphrase: string | null): Promise<void> {
    return this.#serialize(async () => {
      const { seed } = this.#requireOpenKey();
      await this.#verifyPassphrase(currentPassphrase);
      await this.#replaceKeyFile(offHeapCopy(seed), profileOf(this.#file as IdentityFile), newPassphrase);
    });
  }

  createBackup(currentPassphrase: string | null, passphrase: string): Promise<string> {
    return this.#serialize(async () => {
      const { seed } = this.#requireOpenKey();
      await this.#verifyPassphrase(currentPassphrase);
      return sealBackup(seed, profileOf(this.#file as IdentityFile), passphrase);
    });
  }

  verifyPassphrase(passphrase: string | null): Promise<void> {
    return this.#serialize(() => this.#verifyPassphrase(passphrase));
  }

  importSeed(seed: Uint8Array, profile: IdentityProfile, passphrase: string | null): Promise<void> {
    return this.#serialize(async () => {
      this.#throwIfExists(this.state !== 'missing');
      checkParts({ nickname: nicknameGrammar }, { nickname: profile.nickname });
      await this.#replaceKeyFile(seed, profile, passphrase);
    });
  }

  keyFor(origin: string): string {
    const seed = communitySeed(this.#requireOpenKey().seed, origin);
    try {
      return bytesToHex(publicKeyOf(seed));
    } finally {
      seed.fill(0);
    }
  }

  deriveInto(store: IdentityStore, origin: string, passphrase: string | null): Promise<void> {
    return this.#serialize(async () => {
      const { seed } = this.#requireOpenKey();
      await this.#verifyPassphrase(passphrase);
      const file = this.#file as IdentityFile;
      const profile = { ...profileOf(file), derived_from: { public_key: file.public_key, origin } };
      const isProtected = file.slots.some((slot) => slot.kind === 'passphrase');
      await store.importSeed(offHeapCopy(communitySeed(seed, origin)), profile, isProtected ? passphrase : null);
    });
  }

  lock(): Promise<void> {
    return this.#serialize(async () => {
      if (this.state !== 'open' || !this.#file?.slots.some((slot) => slot.kind === 'passphrase')) return;
      this.#forgetKey();
      this.#setState('locked', null);
    });
  }

  reload(): Promise<void> {
    return this.#serialize(async () => {
      if (this.state === 'open') return;
      const storedIdentity = await readIdentity(this.#path);
      this.#file = storedIdentity.kind === 'readable' ? storedIdentity.file : null;
      if (storedIdentity.kind === 'missing') return this.#setState('missing', null);
      if (storedIdentity.kind === 'unreadable') return this.#setState('unreadable', storedIdentity.problem);
      const findSlot = (kind: Slot['kind']) => storedIdentity.file.slots.find((candidate) => candidate.kind === kind);
      try {
        const plain = findSlot('plain');
        const os = findSlot('os');
        if (plain?.kind === 'plain')
          await this.#openWith(storedIdentity.file, hexToBytes(plain.data_key), storedIdentity.notice);
        else if (os?.kind === 'os') {
          const { dataKey, renewedSlot } = await openOsSlot(os, this.#keychain);
          await this.#openWith(storedIdentity.file, dataKey, storedIdentity.notice);
          if (renewedSlot) await this.#replaceSlot(os, renewedSlot);
        } else this.#setState('locked', storedIdentity.notice);
      } catch (error) {
        if (!(error instanceof ParlorError)) throw error;
        if (findSlot('passphrase')) this.#setState('locked', error.toProblem());
        else this.#setState('unreadable', error.toProblem());
      }
    });
  }

  dispose(): void {
    this.#forgetKey();
    this.state = this.#file === null ? 'missing' : 'locked';
  }

  async #openWith(file: IdentityFile, dataKey: Uint8Array, notice = this.problem): Promise<void> {
    const seed = openSeed(file, dataKey);
    // Repairs a damaged or older copy. A read-only disk must not prevent opening.
    await writeIdentity(this.#path, file).catch(() => {});
    this.#adoptKey(file, seed, dataKey);
    this.#setState('open', notice);
  }

  async #replaceSlot(oldSlot: Slot, newSlot: Slot): Promise<void> {
    const { seed, dataKey } = this.#requireOpenKey();
    const file = this.#file as IdentityFile;
    const slots = file.slots.map((slot) => (slot === oldSlot ? newSlot : slot));
    // A read-only disk must not prevent opening: the unchanged slot still opens.
    await this.#save(sealIdentity({ ...headerOf(file), slots }, seed, dataKey)).catch(() => {});
  }

  /** Takes ownership of `seed` and encrypts it under a new data key, so that nothing that opened the old file opens the new one. */
  async #replaceKeyFile(seed: Uint8Array, profile: IdentityProfile, passphrase: string | null): Promise<void> {
    const publicKey = bytesToHex(publicKeyOf(seed));
    const dataKey = randomBytes(32);
    try {
      const slots = await this.#slotsFor(dataKey, publicKey, passphrase, profile.words_confirmed);
      const file = sealIdentity({ version: 1, public_key: publicKey, ...profile, slots }, seed, dataKey);
      await writeIdentity(this.#path, file);
      this.#adoptKey(file, seed, dataKey);
    } catch (error) {
      seed.fill(0);
      dataKey.fill(0);
      throw error;
    }
    this.#setState('open', null);
  }

  /**
   * With a passphrase, only its slot. Otherwise the keychain's if it protects, together with the plain key until the words are
   * confirmed, so that the keychain is never the only way in. Without a keychain, the plain key, protected by file permissions alone.
   */
  async #slotsFor(
    dataKey: Uint8Array,
    publicKey: string,
    passphrase: string | null,
    wordsConfirmed: boolean,
  ): Promise<Slot[]> {
    if (passphrase !== null) return [await makePassphraseSlot(passphrase, dataKey, publicKey)];
    const plain: Slot = { kind: 'plain', data_key: bytesToHex(dataKey) };
    const os = this.#keychain === null ? null : await makeOsSlot(this.#keychain, dataKey);
    if (os === null) return [plain];
    return wordsConfirmed ? [os] : [os, plain];
  }

  async #save(file: IdentityFile): Promise<void> {
    await writeIdentity(this.#path, file);
    this.#file = file;
    this.onChange();
  }

  /** Takes ownership of both keys. */
  #adoptKey(file: IdentityFile, seed: Uint8Array, dataKey: Uint8Array): void {
    const previousKey = this.#key;
    if (previousKey !== null && this.#file?.public_key === file.public_key) {
      // The same key re-encrypted: existing signers stay valid.
      if (previousKey.seed !== seed) seed.fill(0);
      previousKey.dataKey.fill(0);
      this.#file = file;
      this.#key = { ...previousKey, dataKey };
      return;
    }
    this.#forgetKey();
    this.#file = file;
    this.#key = { seed, dataKey, heldKey: holdKey(seed) };
  }

  #forgetKey(): void {
    this.#key?.heldKey.dispose();
    this.#key?.dataKey.fill(0);
    this.#key = null;
  }

  #setState(state: IdentityPhase, problem: Problem | null): void {
    this.state = state;
    this.problem = problem;
    this.onChange();
  }

  #requireOpenKey(): OpenKey {
    if (this.#key !== null) return this.#key;
    if (this.state === 'missing') throw keyMissingError();
    if (this.state === 'unreadable') throw this.#unreadableError();
    throw keyLockedError();
  }

  #unreadableError(): ParlorError {
    const { code, message, detail } = this.problem as Problem;
    return new ParlorError(code, message, detail);
  }

  #throwIfExists(keyExists: boolean): void {
    if (keyExists)
      throw new ParlorError(
        'identity_exists',
        'This data folder already contains a key. Use another data folder to create another one.',
      );
  }

  #passphraseSlot(): { file: IdentityFile; slot: PassphraseSlot } {
    const slot = this.#file?.slots.find((candidate) => candidate.kind === 'passphrase');
    if (this.#file === null || slot === undefined) {
      this.#requireOpenKey();
      throw new ParlorError('wrong_passphrase', 'This key has no passphrase.');
    }
    return { file: this.#file, slot };
  }

  async #verifyPassphrase(passphrase: string | null): Promise<void> {
    if (!this.#file?.slots.some((slot) => slot.kind === 'passphrase')) return;
    const { file, slot } = this.#passphraseSlot();
    if (passphrase === null)
      throw new ParlorError('wrong_passphrase', 'Enter the passphrase again to view or change this.');
    (await openPassphraseSlot(slot, passphrase, file.public_key)).fill(0);
  }
}

/** The nickname of a restored key until its registered one is known. */
export const provisionalName = (publicKey: string): string => `agent-${publicKey.slice(0, 8)}`;
