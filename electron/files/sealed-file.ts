/**
 * An encrypted JSON file: a version byte, a 24-byte nonce, and XChaCha20-Poly1305 with the file's purpose as additional data. A file
 * that cannot be decrypted is renamed and replaced by an empty one.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';
import { setAside } from './set-aside.ts';
import { StoredValue } from './stored-value.ts';

export interface SealedFile<T> {
  readonly value: T;
  /** The new name of a file that could not be read, otherwise null. */
  readonly renamedTo: string | null;
  /**
   * Replaces the content at once; durable once resolved. On failure, restores the last stored content. Writes are serialized. Rejects
   * `cancelled` once closed.
   */
  write(newValue: T): Promise<void>;
  /** Clears the content and zeroes the key; resolves once pending writes are durable. */
  close(): Promise<void>;
}

const version = 1;
const nonceBytes = 24;

/**
 * This process must own the folder. `key`: 32 bytes, zeroed on close. `purpose` identifies the file and its owner. `empty` is the initial
 * content.
 */
export async function openSealedFile<T>(config: {
  path: string;
  key: Uint8Array;
  purpose: string;
  schema: z.ZodType<T>;
  empty: T;
}): Promise<SealedFile<T>> {
  const { path, key, schema } = config;
  const purpose = new TextEncoder().encode(config.purpose);
  let content = config.empty;
  let renamedTo: string | null = null;
  let isClosed = false;

  await removeLeftovers(path);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes !== null) {
    try {
      content = schema.parse(JSON.parse(decrypt(bytes, key, purpose)));
    } catch {
      renamedTo = await setAside(path);
    }
  }
  const stored = new StoredValue(content);
  return {
    get value() {
      return stored.value;
    },
    renamedTo,
    async write(newValue) {
      if (isClosed) throw new ParlorError('cancelled', 'The file is closed.');
      const nonce = randomBytes(nonceBytes);
      const box = xchacha20poly1305(key, nonce, purpose).encrypt(new TextEncoder().encode(JSON.stringify(newValue)));
      await stored.set(newValue, () => writeFileAtomic(path, Buffer.concat([Uint8Array.of(version), nonce, box])));
    },
    async close() {
      isClosed = true;
      stored.value = config.empty;
      key.fill(0);
      await stored.settled();
    },
  };
}

function decrypt(bytes: Uint8Array, key: Uint8Array, purpose: Uint8Array): string {
  if (bytes[0] !== version) throw new Error('unknown version');
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  return new TextDecoder().decode(xchacha20poly1305(key, nonce, purpose).decrypt(bytes.subarray(1 + nonceBytes)));
}
