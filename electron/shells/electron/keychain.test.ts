import { describe, expect, it } from 'vitest';
import { createKeychain } from './keychain.ts';
import { createFakeElectron, type FakeElectron } from './testing/fake-electron.ts';

async function ready(platform: NodeJS.Platform, name = 'Parlor'): Promise<FakeElectron> {
  const electron = createFakeElectron({ platform });
  await electron.load(() => electron.module.app.setName(name));
  return electron;
}
const keychainOf = ({ module, platform }: FakeElectron) => createKeychain(module.safeStorage, platform);
const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);

describe('E15: the keychain', () => {
  it.each([
    ['gnome_libsecret', true],
    ['kwallet', true],
    ['kwallet5', true],
    ['kwallet6', true],
    ['basic_text', false],
    ['unknown', false],
  ] as const)(
    'on Linux with %s reports protects = %s, and never protects without a running keyring',
    async (backend, protects) => {
      const electron = await ready('linux');
      electron.keyring.backend = backend;
      expect(await keychainOf(electron).status()).toEqual({ backend, protects });
      // Electron still reports encryption as available, but uses a key that is the same on every computer.
      electron.keyring.runs = false;
      expect(await electron.module.safeStorage.isAsyncEncryptionAvailable()).toBe(true);
      expect(await keychainOf(electron).status()).toEqual({ backend, protects: false });
    },
  );

  it.each([
    ['darwin', 'keychain'],
    ['win32', 'dpapi'],
  ] as const)('on %s is %s', async (platform, backend) => {
    const electron = await ready(platform);
    expect(await keychainOf(electron).status()).toEqual({ backend, protects: true });
    electron.keyring.runs = false;
    expect(await keychainOf(electron).status()).toEqual({ backend, protects: false });
  });

  it('restores every sealed byte, and reports a replaced key', async () => {
    const electron = await ready('linux');
    const keychain = keychainOf(electron);
    const sealed = await keychain.seal(bytes);
    expect(await keychain.open(sealed)).toEqual({ bytes, isOutdated: false });
    electron.keyring.rotated = true;
    expect(await keychain.open(sealed)).toEqual({ bytes, isOutdated: true });
    electron.keyring.runs = false;
    await expect(keychain.open(sealed)).rejects.toThrow('decrypting');
  });

  it('opens a value only under the app name that sealed it', async () => {
    const sealed = await keychainOf(await ready('linux')).seal(bytes);
    expect(await keychainOf(await ready('linux')).open(sealed)).toMatchObject({ bytes });
    await expect(keychainOf(await ready('linux', 'Electron')).open(sealed)).rejects.toThrow();
  });
});
