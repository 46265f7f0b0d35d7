/** The interface of an identity, as the rest of the main process uses it. */
import type { z } from 'zod';
import type { identityStateSchema } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import type { IdentityProfile } from './identity-file.ts';
import type { Opener, Signer } from './signer.ts';

export type IdentityPhase = 'missing' | 'locked' | 'unreadable' | 'open';
export type PublicIdentity = z.infer<typeof identityStateSchema>;
export interface WordConfirmation {
  /** 1 to 24. */
  position: number;
  word: string;
}

export interface IdentityStore {
  readonly state: IdentityPhase;
  /** Null unless the file is readable. */
  readonly identity: PublicIdentity | null;
  /** Why the state is `unreadable`, or what was repaired while opening. */
  readonly problem: Problem | null;
  readonly houseSign: string;
  /** @throws ParlorError `identity_missing`, `identity_locked` or the problem of an unreadable file. */
  readonly signer: Signer;
  /** Throws as `signer` does. */
  readonly opener: Opener;
  /** Creates a new key. @throws ParlorError `identity_exists`, or the problem of an unreadable file. */
  create(request: { nickname: string; bio: string; passphrase: string | null }): Promise<void>;
  /** @throws ParlorError `wrong_passphrase` */
  unlock(passphrase: string): Promise<void>;
  /**
   * Restores the key from its 24 words: if there is no file, if the file is unreadable (it is renamed and kept), or to replace a
   * forgotten passphrase. If no nickname is given, the one in the file is kept for the same key; another key gets a
   * provisional one.
   * @throws ParlorError `wrong_words`, `identity_exists`.
   */
  recover(request: {
    nickname?: string | undefined;
    words: readonly string[];
    passphrase: string | null;
  }): Promise<void>;
  setProfile(profile: { nickname: string; bio: string }): Promise<void>;
  /** The 24 words. Requires the passphrase if there is one, even while open. */
  words(passphrase: string | null): Promise<string[]>;
  /** Checks three words at different positions. Returns true, and stores the confirmation, if all are correct. */
  confirmWords(answers: readonly WordConfirmation[]): Promise<boolean>;
  /** Sets, changes or (with null) removes the passphrase. Requires `currentPassphrase` if there is one. */
  setPassphrase(currentPassphrase: string | null, newPassphrase: string | null): Promise<void>;
  /** An encrypted backup in the format of identity.json. `currentPassphrase`: the key's own passphrase, if there is one. */
  createBackup(currentPassphrase: string | null, passphrase: string): Promise<string>;
  /** Imports a key if there is none; takes ownership of `seed`. @throws ParlorError `identity_exists`. */
  importSeed(seed: Uint8Array, profile: IdentityProfile, passphrase: string | null): Promise<void>;
  /** @throws ParlorError `wrong_passphrase` if there is a passphrase and this is not it */
  verifyPassphrase(passphrase: string | null): Promise<void>;
  /** The public key of the identity that is derived from this one for a community. Throws as `signer` does. */
  keyFor(origin: string): string;
  /**
   * Creates the identity that is derived from this one for a community, in an empty store, with the same profile and protection.
   * `passphrase`: this key's, if it has one.
   * @throws ParlorError `wrong_passphrase`
   */
  deriveInto(store: IdentityStore, origin: string, passphrase: string | null): Promise<void>;
  /** Removes the key from memory until it is unlocked again; does nothing without a passphrase. */
  lock(): Promise<void>;
  /** Reads the file and the keychain again, after `unreadable`. */
  reload(): Promise<void>;
  /** Zeroes the key; the store must not be used afterwards. */
  dispose(): void;
}
