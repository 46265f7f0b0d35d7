/** A keychain in memory that can be locked, removed, or replaced by another backend. */
import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { Keychain } from '../keychain.ts';

export class TestKeychain implements Keychain {
  backend = 'gnome_libsecret';
  protects = true;
  locked = false;
  isOutdated = false;
  #keys = new Map<string, Uint8Array>();

  async status() {
    return { backend: this.backend, protects: this.protects };
  }

  async seal(bytes: Uint8Array): Promise<Uint8Array> {
    const nonce = randomBytes(24);
    return Buffer.concat([nonce, xchacha20poly1305(this.#key(), nonce).encrypt(bytes)]);
  }

  async open(sealed: Uint8Array) {
    const bytes = xchacha20poly1305(this.#key(), sealed.subarray(0, 24)).decrypt(sealed.subarray(24));
    return { bytes, isOutdated: this.isOutdated };
  }

  #key(): Uint8Array {
    if (this.locked) throw new Error('the keychain is locked');
    const key = this.#keys.get(this.backend) ?? randomBytes(32);
    this.#keys.set(this.backend, key);
    return key;
  }
}
