/** A fake of Electron's `safeStorage` and of the system's keychain behind it, whose key is named after the app. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type Electron from 'electron';
import { type Members, strict } from './strict.ts';

export interface FakeKeyring {
  safeStorage: Electron.SafeStorage;
  /** The store that Electron has selected on Linux. */
  backend: ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>;
  /** Whether a keyring runs. Without one, Linux seals with a key that is the same everywhere. */
  runs: boolean;
  /** Whether the next opened value should be sealed again. */
  rotated: boolean;
}

/** Chromium's prefixes: `v11` for a key of the keyring; `v10` for the fixed key on Linux, and for the system's key elsewhere. */
const prefixes = { keyring: 'v11', fixed: 'v10' };

export function createKeyring(
  platform: NodeJS.Platform,
  appName: () => string,
  requireReady: (what: string) => void,
): FakeKeyring {
  const key = (prefix: string) =>
    createHash('sha256')
      .update(prefix === prefixes.fixed && platform === 'linux' ? 'peanuts' : `${appName()} Safe Storage`)
      .digest();
  const iv = Buffer.alloc(16);
  const keyring: FakeKeyring = {
    backend: 'gnome_libsecret',
    runs: true,
    rotated: false,
    safeStorage: strict(
      {
        getSelectedStorageBackend: () => keyring.backend,
        async isAsyncEncryptionAvailable() {
          requireReady('safeStorage');
          return platform === 'linux' || keyring.runs;
        },
        async encryptStringAsync(text) {
          requireReady('safeStorage');
          const prefix = platform === 'linux' && keyring.runs ? prefixes.keyring : prefixes.fixed;
          const cipher = createCipheriv('aes-256-cbc', key(prefix), iv);
          return Buffer.concat([Buffer.from(prefix), cipher.update(text, 'utf8'), cipher.final()]);
        },
        async decryptStringAsync(sealed) {
          requireReady('safeStorage');
          const prefix = sealed.subarray(0, 3).toString();
          if (prefix === prefixes.keyring && !keyring.runs) throw new Error('Error while decrypting the ciphertext.');
          const decipher = createDecipheriv('aes-256-cbc', key(prefix), iv);
          const result = Buffer.concat([decipher.update(sealed.subarray(3)), decipher.final()]).toString('utf8');
          return { result, shouldReEncrypt: keyring.rotated };
        },
      } satisfies Members<Electron.SafeStorage>,
      { className: 'SafeStorage', platform },
    ),
  };
  return keyring;
}
