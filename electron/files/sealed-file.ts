/**
 * A file whose content only one key opens: a version byte, a nonce of 24 bytes, and XChaCha20-Poly1305 over JSON, bound to what
 * the file is for. One that doesn't open is set aside, never lost, and begins anew.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, stat } from 'node:fs/promises';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-file.ts';

export interface SealedFile<T> {
  readonly value: T;
  /** The name under which a file that didn't open was kept; null where all is well. */
  readonly kept: string | null;
  /** Replaces the content; on disk once resolved. Writes keep their order. Rejects `cancelled` once closed. */
  write(next: T): Promise<void>;
  /** Forgets the content, and the key that the caller gave; resolves when what was written is on disk. */
  close(): Promise<void>;
}

const version = 1;
const nonceBytes = 24;

/** The folder must be owned by this process. `purpose` names the file and whose it is; `empty` is its content before the first write. */
export async function openSealedFile<T>(config: {
  path: string;
  key: Uint8Array;
  purpose: string;
  schema: z.ZodType<T>;
  empty: T;
}): Promise<SealedFile<T>> {
  const { path, key, schema } = config;
  const purpose = new TextEncoder().encode(config.purpose);
  let value = config.empty;
  let kept: string | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  await removeLeftovers(path);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes !== null) {
    try {
      value = schema.parse(JSON.parse(opened(bytes, key, purpose)));
    } catch {
      kept = await setAside(path);
    }
  }
  return {
    get value() {
      return value;
    },
    kept,
    async write(next) {
      if (closed) throw new ParlorError('cancelled', 'This is closed.');
      value = next;
      const nonce = randomBytes(nonceBytes);
      const box = xchacha20poly1305(key, nonce, purpose).encrypt(new TextEncoder().encode(JSON.stringify(next)));
      const write = writing.then(() => writeFileAtomic(path, Buffer.concat([Uint8Array.of(version), nonce, box])));
      writing = write.catch(() => {});
      await write;
    },
    async close() {
      closed = true;
      value = config.empty;
      key.fill(0);
      await writing;
    },
  };
}

function opened(bytes: Uint8Array, key: Uint8Array, purpose: Uint8Array): string {
  if (bytes[0] !== version) throw new Error('another version');
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  return new TextDecoder().decode(xchacha20poly1305(key, nonce, purpose).decrypt(bytes.subarray(1 + nonceBytes)));
}

async function setAside(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const aside = `${path}.unreadable-${number}`;
    const free = await stat(aside).then(
      () => false,
      () => true,
    );
    if (!free) continue;
    await rename(path, aside);
    return aside;
  }
}
