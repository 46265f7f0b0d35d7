/** The operating system's keychain, implemented by the Electron shell. */
export interface Keychain {
  /** `backend` names the store (`kwallet6`, `keychain`, `dpapi`, `basic_text` ...); `protects` is false if it only obfuscates. */
  status(): Promise<{ backend: string; protects: boolean }>;
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * Rejects if the keychain is locked, missing, or not the one that sealed. `isOutdated`: the keychain has a new key, and the bytes
   * should be sealed again.
   */
  open(sealed: Uint8Array): Promise<{ bytes: Uint8Array; isOutdated: boolean }>;
}
