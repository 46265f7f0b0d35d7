/**
 * The identity of a data directory: a name and the key behind it. The seed exists here and in signer.ts while the identity
 * is open, and nowhere else: no error, event or state carries it.
 */
import { join } from 'node:path';
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import type { z } from 'zod';
import type { identityStateSchema } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { checkParts, nickname as nicknameGrammar } from '../../shared/signing/grammar.ts';
import { prepareDataDir } from '../files/data-dir.ts';
import { openHouseSign } from './house-sign.ts';
import { readIdentity, writeIdentity } from './identity-disk.ts';
import { type IdentityFile, openSeed, type Profile, profileOf, sealBackup, sealIdentity } from './identity-file.ts';
import type { Keychain } from './keychain.ts';
import { type HeldKey, holdKey, type Opener, type Signer } from './signer.ts';
import {
  makeOsSlot,
  makePassphraseSlot,
  openOsSlot,
  openPassphraseSlot,
  type PassphraseSlot,
  type Slot,
} from './slots.ts';
import { plainWord, seedOf, wordsOf } from './words.ts';

export type IdentityPhase = 'missing' | 'locked' | 'unreadable' | 'open';
export type PublicIdentity = z.infer<typeof identityStateSchema>;
export interface WordAnswer {
  /** 1 to 24. */
  position: number;
  word: string;
}

export interface IdentityStore {
  readonly state: IdentityPhase;
  /** Name and public key; known as soon as the file is readable, locked or open. */
  readonly identity: PublicIdentity | null;
  /** Why the state is `unreadable`, or what was mended while opening. */
  readonly problem: Problem | null;
  readonly houseSign: string;
  /** @throws ParlorError `identity_missing`, `identity_locked` or the problem of an unreadable file. */
  readonly signer: Signer;
  /** Throws as `signer` does. */
  readonly opener: Opener;
  /** Makes a new key. @throws ParlorError `identity_exists`, or the problem of an unreadable file. */
  create(wish: { nickname: string; bio: string; passphrase: string | null }): Promise<void>;
  /** @throws ParlorError `wrong_passphrase` */
  unlock(passphrase: string): Promise<void>;
  /**
   * Brings the key behind 24 words back: with no file, in place of one that doesn't open (which is set aside), or to replace
   * a forgotten passphrase of the same key. @throws ParlorError `wrong_words`, `identity_exists`.
   */
  recover(wish: { nickname: string; words: readonly string[]; passphrase: string | null }): Promise<void>;
  /** The 24 words. Asks for the passphrase again where there is one, also while open. */
  words(passphrase: string | null): Promise<string[]>;
  /** Three words at three different positions; true, and remembered, when all fit. */
  confirmWords(answers: readonly WordAnswer[]): Promise<boolean>;
  /** Sets, changes or (with null) takes away the passphrase. `current` is asked for where there is one. */
  setPassphrase(current: string | null, next: string | null): Promise<void>;
  /**
   * The key as a file that `passphrase` opens, in the form it lies here; its own passphrase is asked for where there is one.
   */
  backup(current: string | null, passphrase: string): Promise<string>;
  /** Takes a key from elsewhere, where there is none; zeroes the caller's seed. @throws ParlorError `identity_exists`. */
  adopt(seed: Uint8Array, profile: Profile, passphrase: string | null): Promise<void>;
  /** Forgets the key until the passphrase is given again; does nothing where there is no passphrase. */
  lock(): Promise<void>;
  /** Reads the disk and asks the keychain again, for `unreadable`. */
  reload(): Promise<void>;
  /** Zeroes the key; the store is of no use afterwards. */
  dispose(): void;
}

export interface IdentityOptions {
  dataDir: string;
  /** Where the key lies; the data directory itself unless told. */
  folder?: string;
  /** Null where the shell has none. */
  keychain: Keychain | null;
  /** After every change of `state`, `identity` or `problem`; first after `openIdentity` has resolved. */
  onChange?: () => void;
}

/** The data directory must be locked by this process: the store counts on being the only writer. */
export async function openIdentity(options: IdentityOptions): Promise<IdentityStore> {
  const mended = await prepareDataDir(options.dataDir);
  const store = new DiskIdentity(options, await openHouseSign(options.dataDir));
  await store.reload();
  store.problem ??= mended;
  store.onChange = options.onChange ?? store.onChange;
  return store;
}

interface OpenKey {
  seed: Uint8Array;
  dataKey: Uint8Array;
  held: HeldKey;
}

class DiskIdentity implements IdentityStore {
  state: IdentityPhase = 'missing';
  problem: Problem | null = null;
  /** Set once the store is handed out, so that its owner is never told of a store it doesn't have yet. */
  onChange: () => void = () => {};
  readonly houseSign: string;
  readonly #path: string;
  readonly #keychain: Keychain | null;
  #file: IdentityFile | null = null;
  #key: OpenKey | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ dataDir, folder = dataDir, keychain }: IdentityOptions, houseSign: string) {
    this.#path = join(folder, 'identity.json');
    this.#keychain = keychain;
    this.houseSign = houseSign;
  }

  get identity(): PublicIdentity | null {
    const file = this.#file;
    if (file === null) return null;
    const { public_key, nickname, bio, words_confirmed } = file;
    return { public_key, nickname, bio, words_confirmed, protection: protectionOf(file.slots) };
  }

  get signer(): Signer {
    return this.#opened().held.signer;
  }

  get opener(): Opener {
    return this.#opened().held.opener;
  }

  create({ nickname, bio, passphrase }: { nickname: string; bio: string; passphrase: string | null }): Promise<void> {
    return this.#inTurn(async () => {
      if (this.state === 'unreadable') throw this.#unreadable();
      this.#refuseExisting(this.state !== 'missing');
      checkParts({ nickname: nicknameGrammar }, { nickname });
      await this.#establish(randomBytes(32), { nickname, bio, words_confirmed: false }, passphrase);
    });
  }

  unlock(passphrase: string): Promise<void> {
    return this.#inTurn(async () => {
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
    nickname: string;
    words: readonly string[];
    passphrase: string | null;
  }): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseExisting(this.state === 'open');
      checkParts({ nickname: nicknameGrammar }, { nickname });
      const seed = seedOf(words);
      const known = this.#file;
      const same = known?.public_key === bytesToHex(publicKeyOf(seed));
      if (this.state === 'locked' && !same) {
        seed.fill(0);
        throw new ParlorError(
          'wrong_words',
          'These words are right, but they belong to another name than the one kept here.',
        );
      }
      await this.#establish(seed, { nickname, bio: same ? known.bio : '', words_confirmed: true }, passphrase);
    });
  }

  words(passphrase: string | null): Promise<string[]> {
    return this.#inTurn(async () => {
      const { seed } = this.#opened();
      await this.#askAgain(passphrase);
      return wordsOf(seed);
    });
  }

  confirmWords(answers: readonly WordAnswer[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const { seed, dataKey } = this.#opened();
      const file = this.#file as IdentityFile;
      // Three different places at once: single words must not be guessable one by one.
      if (answers.length !== 3 || new Set(answers.map(({ position }) => position)).size !== 3) return false;
      const words = wordsOf(seed);
      if (!answers.every(({ position, word }) => words[position - 1] === plainWord(word))) return false;
      if (file.words_confirmed) return true;
      // From here on the words are a second way in, so the keychain may become the only one kept on disk.
      const unlocked =
        file.slots.some((slot) => slot.kind === 'os') && file.slots.some((slot) => slot.kind === 'plain');
      if (unlocked) await this.#establish(seed.slice(), { ...profileOf(file), words_confirmed: true }, null);
      else await this.#save(sealIdentity({ ...headerOf(file), words_confirmed: true }, seed, dataKey));
      return true;
    });
  }

  setPassphrase(current: string | null, next: string | null): Promise<void> {
    return this.#inTurn(async () => {
      const { seed } = this.#opened();
      await this.#askAgain(current);
      await this.#establish(seed.slice(), profileOf(this.#file as IdentityFile), next);
    });
  }

  backup(current: string | null, passphrase: string): Promise<string> {
    return this.#inTurn(async () => {
      const { seed } = this.#opened();
      await this.#askAgain(current);
      return sealBackup(seed, profileOf(this.#file as IdentityFile), passphrase);
    });
  }

  adopt(seed: Uint8Array, profile: Profile, passphrase: string | null): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseExisting(this.state !== 'missing');
      checkParts({ nickname: nicknameGrammar }, { nickname: profile.nickname });
      await this.#establish(seed, profile, passphrase);
    });
  }

  lock(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.state !== 'open' || !this.#file?.slots.some((slot) => slot.kind === 'passphrase')) return;
      this.#forgetKey();
      this.#become('locked', null);
    });
  }

  reload(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.state === 'open') return;
      const found = await readIdentity(this.#path);
      this.#file = found.kind === 'readable' ? found.file : null;
      if (found.kind === 'missing') return this.#become('missing', null);
      if (found.kind === 'unreadable') return this.#become('unreadable', found.problem);
      const slot = (kind: Slot['kind']) => found.file.slots.find((candidate) => candidate.kind === kind);
      try {
        const plain = slot('plain');
        const os = slot('os');
        if (plain?.kind === 'plain') await this.#openWith(found.file, hexToBytes(plain.data_key), found.notice);
        else if (os?.kind === 'os')
          await this.#openWith(found.file, await openOsSlot(os, this.#keychain), found.notice);
        else this.#become('locked', found.notice);
      } catch (error) {
        if (!(error instanceof ParlorError)) throw error;
        if (slot('passphrase')) this.#become('locked', error.toProblem());
        else this.#become('unreadable', error.toProblem());
      }
    });
  }

  dispose(): void {
    this.#forgetKey();
    this.state = this.#file === null ? 'missing' : 'locked';
  }

  async #openWith(file: IdentityFile, dataKey: Uint8Array, notice = this.problem): Promise<void> {
    const seed = openSeed(file, dataKey);
    // Mends a damaged or older copy, now that this one is known to open. A read-only disk must not keep the key shut.
    await writeIdentity(this.#path, file).catch(() => {});
    this.#take(file, seed, dataKey);
    this.#become('open', notice);
  }

  /** Takes `seed` over and seals it under a new data key with the slots that are due, so that what opened the old file opens nothing now. */
  async #establish(seed: Uint8Array, profile: Profile, passphrase: string | null): Promise<void> {
    const publicKey = bytesToHex(publicKeyOf(seed));
    const dataKey = randomBytes(32);
    try {
      const slots = await this.#slotsFor(dataKey, publicKey, passphrase, profile.words_confirmed);
      const file = sealIdentity({ version: 1, public_key: publicKey, ...profile, slots }, seed, dataKey);
      await writeIdentity(this.#path, file);
      this.#take(file, seed, dataKey);
    } catch (error) {
      seed.fill(0);
      dataKey.fill(0);
      throw error;
    }
    this.#become('open', null);
  }

  /**
   * With a passphrase, only that. Without: the keychain where it protects, yet never as the only way in, so the plain key
   * stays beside it until the words were given back. No keychain: the plain key, kept by file permissions alone.
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

  #take(file: IdentityFile, seed: Uint8Array, dataKey: Uint8Array): void {
    const before = this.#key;
    if (before !== null && this.#file?.public_key === file.public_key) {
      // The same key under another lock: whoever was handed its signer goes on with it.
      if (before.seed !== seed) seed.fill(0);
      before.dataKey.fill(0);
      this.#file = file;
      this.#key = { ...before, dataKey };
      return;
    }
    this.#forgetKey();
    this.#file = file;
    this.#key = { seed, dataKey, held: holdKey(seed) };
  }

  #forgetKey(): void {
    this.#key?.held.dispose();
    this.#key?.dataKey.fill(0);
    this.#key = null;
  }

  #become(state: IdentityPhase, problem: Problem | null): void {
    this.state = state;
    this.problem = problem;
    this.onChange();
  }

  #opened(): OpenKey {
    if (this.#key !== null) return this.#key;
    if (this.state === 'missing')
      throw new ParlorError('identity_missing', 'There is no name on this computer yet. Make one first.');
    if (this.state === 'unreadable') throw this.#unreadable();
    throw new ParlorError('identity_locked', 'The key is locked. Give the passphrase to open it.');
  }

  #unreadable(): ParlorError {
    const { code, message, detail } = this.problem as Problem;
    return new ParlorError(code, message, detail);
  }

  #refuseExisting(exists: boolean): void {
    if (exists)
      throw new ParlorError(
        'identity_exists',
        'This data folder already holds a name. For another, use another data folder.',
      );
  }

  #passphraseSlot(): { file: IdentityFile; slot: PassphraseSlot } {
    const slot = this.#file?.slots.find((candidate) => candidate.kind === 'passphrase');
    if (this.#file === null || slot === undefined) {
      this.#opened();
      throw new ParlorError('wrong_passphrase', 'This key has no passphrase.');
    }
    return { file: this.#file, slot };
  }

  async #askAgain(passphrase: string | null): Promise<void> {
    if (!this.#file?.slots.some((slot) => slot.kind === 'passphrase')) return;
    const { file, slot } = this.#passphraseSlot();
    if (passphrase === null)
      throw new ParlorError('wrong_passphrase', 'Give the passphrase again to see or change this.');
    (await openPassphraseSlot(slot, passphrase, file.public_key)).fill(0);
  }

  /** One change at a time: two clicks never make two keys. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(step);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

function headerOf({ seed: _, checksum: __, ...header }: IdentityFile) {
  return header;
}

export function protectionOf(slots: readonly Slot[]): PublicIdentity['protection'] {
  if (slots.some((slot) => slot.kind === 'plain')) return 'plain';
  return slots.some((slot) => slot.kind === 'passphrase') ? 'passphrase' : 'keychain';
}
