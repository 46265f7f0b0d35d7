/** Argon2id (RFC 9106): the native implementation if it matches the reference, otherwise the reference. */
import * as nodeCrypto from 'node:crypto';
import { argon2id, argon2idAsync } from '@noble/hashes/argon2.js';

export interface Argon2Cost {
  memory_kib: number;
  passes: number;
  lanes: number;
}

export type Argon2id = (secret: Uint8Array, salt: Uint8Array, cost: Argon2Cost, length?: number) => Promise<Uint8Array>;

export const referenceArgon2id: Argon2id = (secret, salt, cost, length = 32) =>
  argon2idAsync(secret, salt, {
    m: cost.memory_kib,
    t: cost.passes,
    p: cost.lanes,
    dkLen: length,
    // In bytes. The caller limits the cost, so this only has to be large enough.
    maxmem: cost.memory_kib * 1024 + 2 ** 20,
  });

/** Null if the runtime lacks it: Electron's cryptography (BoringSSL) has no Argon2. */
export const nativeArgon2id: Argon2id | null =
  typeof nodeCrypto.argon2 === 'function'
    ? (secret, salt, cost, length = 32) =>
        new Promise((resolve, reject) => {
          const parameters = {
            message: secret,
            nonce: salt,
            parallelism: cost.lanes,
            tagLength: length,
            memory: cost.memory_kib,
            passes: cost.passes,
          };
          nodeCrypto.argon2('argon2id', parameters, (error, hash) => {
            if (error) reject(error);
            else resolve(new Uint8Array(hash));
          });
        })
    : null;

let implementation: Promise<Argon2id> | undefined;

export const deriveArgon2id: Argon2id = async (secret, salt, cost, length) => {
  implementation ??= chooseImplementation();
  return (await implementation)(secret, salt, cost, length);
};

/** A key must open on every runtime, so the native function is compared with the reference first. */
async function chooseImplementation(): Promise<Argon2id> {
  if (nativeArgon2id === null) return referenceArgon2id;
  const secret = new TextEncoder().encode('agreement');
  const salt = new Uint8Array(16).fill(7);
  const expected = argon2id(secret, salt, { m: 32, t: 2, p: 2, dkLen: 32 });
  try {
    const actual = await nativeArgon2id(secret, salt, { memory_kib: 32, passes: 2, lanes: 2 });
    return actual.every((byte, index) => byte === expected[index]) ? nativeArgon2id : referenceArgon2id;
  } catch {
    return referenceArgon2id;
  }
}
