/** The operating system's keychain through Electron's safeStorage, which stores text: bytes are encoded as base64. */
import type { SafeStorage } from 'electron';
import type { Keychain } from '../../identity/keychain.ts';

/** Backends on Linux that only obfuscate: a fixed password, or none selected yet. */
const unprotectedBackends = new Set(['basic_text', 'unknown']);
const backends: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' };
/** On Linux, Chromium's prefix for values sealed with a key that is the same on every computer. */
const fixedKeyPrefix = Buffer.from('v10');

/** Call it once the app is ready; before that, Linux reports no backend. */
export function createKeychain(safeStorage: SafeStorage, platform: NodeJS.Platform): Keychain {
  /** Electron reports a backend, and that it is available, even if no keyring is running: only a sealed value shows the difference. */
  async function isProtected(backend: string): Promise<boolean> {
    if (unprotectedBackends.has(backend) || !(await safeStorage.isAsyncEncryptionAvailable())) return false;
    if (platform !== 'linux') return true;
    const probe = await safeStorage.encryptStringAsync('probe').catch(() => null);
    return probe !== null && !probe.subarray(0, fixedKeyPrefix.length).equals(fixedKeyPrefix);
  }

  return {
    async status() {
      const backend =
        platform === 'linux' ? safeStorage.getSelectedStorageBackend() : (backends[platform] ?? 'unknown');
      return { backend, protects: await isProtected(backend) };
    },
    seal: (bytes) => safeStorage.encryptStringAsync(Buffer.from(bytes).toString('base64')),
    async open(sealed) {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(sealed));
      return { bytes: new Uint8Array(Buffer.from(result, 'base64')), isOutdated: shouldReEncrypt };
    },
  };
}
