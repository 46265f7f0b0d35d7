/** The operating system's keychain by Electron's safeStorage, which keeps texts: bytes travel as base64. */
import type { SafeStorage } from 'electron';
import type { Keychain } from '../../identity/keychain.ts';

/** On Linux these only hide: a password that is the same for everyone, or none chosen yet. */
const hiding = new Set(['basic_text', 'unknown']);
const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' };

/** Use it once the app is ready; before, Linux knows no backend. */
export function createKeychain(safeStorage: SafeStorage, platform: NodeJS.Platform): Keychain {
  return {
    async available() {
      const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : (names[platform] ?? 'unknown');
      return { backend, protects: !hiding.has(backend) && (await safeStorage.isAsyncEncryptionAvailable()) };
    },
    seal: (bytes) => safeStorage.encryptStringAsync(Buffer.from(bytes).toString('base64')),
    async open(sealed) {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed));
      return new Uint8Array(Buffer.from(result, 'base64'));
    },
  };
}
