/** Encryption at rest: a 24-byte nonce and XChaCha20-Poly1305 of a text, bound to a context. */
import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

const nonceBytes = 24;
const encode = (text: string) => new TextEncoder().encode(text);

/** `key`: 32 bytes. `context`: what the box is for; it opens only with the same. */
export function seal(key: Uint8Array, context: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, xchacha20poly1305(key, nonce, encode(context)).encrypt(encode(text))]);
}

/** Throws if the box was changed, or sealed with another key or context. */
export function open(key: Uint8Array, context: string, box: Uint8Array): string {
  const cipher = xchacha20poly1305(key, box.subarray(0, nonceBytes), encode(context));
  return new TextDecoder().decode(cipher.decrypt(box.subarray(nonceBytes)));
}
