/** What the identity needs of the operating system's keychain; the Electron shell brings the real one. */
export interface Keychain {
  /** `backend` names the store (`kwallet6`, `keychain`, `dpapi`, `basic_text` ...); `protects` is false where it only hides. */
  available(): Promise<{ backend: string; protects: boolean }>;
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /** Rejects when the keychain is locked, gone, or not the one that sealed. */
  open(sealed: Uint8Array): Promise<Uint8Array>;
}
