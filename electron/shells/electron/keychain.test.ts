import type { SafeStorage } from 'electron';
import { describe, expect, it } from 'vitest';
import { createKeychain } from './keychain.ts';

/** A safeStorage that turns texts around; deprecated and dangerous members are missing, so that using one fails. */
function storage(backend: string, available = true): SafeStorage {
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text: string) => Buffer.from(`sealed:${text}`),
    decryptStringAsync: async (sealed: Buffer) => {
      const text = sealed.toString();
      if (!text.startsWith('sealed:')) throw new Error('not ours');
      return { shouldReEncrypt: false, result: text.slice('sealed:'.length) };
    },
  } as unknown as SafeStorage;
}

describe('E15: the keychain', () => {
  it.each([
    ['linux', 'gnome_libsecret', true],
    ['linux', 'kwallet', true],
    ['linux', 'kwallet5', true],
    ['linux', 'kwallet6', true],
    ['linux', 'basic_text', false],
    ['linux', 'unknown', false],
  ] as const)('%s with %s protects: %s', async (platform, backend, protects) => {
    expect(await createKeychain(storage(backend), platform).available()).toEqual({ backend, protects });
    expect(await createKeychain(storage(backend, false), platform).available()).toEqual({ backend, protects: false });
  });

  it('names the store of macOS and Windows itself', async () => {
    expect(await createKeychain(storage('basic_text'), 'darwin').available()).toEqual({
      backend: 'keychain',
      protects: true,
    });
    expect(await createKeychain(storage('basic_text'), 'win32').available()).toEqual({
      backend: 'dpapi',
      protects: true,
    });
    expect(await createKeychain(storage('basic_text'), 'freebsd').available()).toEqual({
      backend: 'unknown',
      protects: false,
    });
  });

  it('gives back every byte that was sealed', async () => {
    const keychain = createKeychain(storage('kwallet6'), 'linux');
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const sealed = await keychain.seal(bytes);
    expect(Buffer.from(sealed).toString()).toMatch(/^sealed:/);
    expect(await keychain.open(sealed)).toEqual(bytes);
    await expect(keychain.open(bytes)).rejects.toThrow('not ours');
  });
});
