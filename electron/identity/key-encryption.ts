/**
 * Envelope encryption of an identity file. Each slot wraps the same random data key; the data key wraps the seed.
 *
 * The 24 words need no slot: they encode the seed itself, and so restore the identity without a file.
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { canonicalJson } from '../../shared/json/canonical.ts';
import { deriveArgon2id } from './argon2.ts';
import type { Keychain } from './keychain.ts';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/**
 * The minimum is what all versions have written: less is a downgrade attack. The maximum (1 GiB, ten passes) keeps a crafted file from
 * exhausting the machine.
 */
const kdfSchema = z.strictObject({
  name: z.literal('argon2id'),
  memory_kib: z.int().min(65_536).max(1_048_576),
  passes: z.int().min(3).max(10),
  lanes: z.int().min(1).max(4),
  salt: hex(16),
});
type Kdf = z.infer<typeof kdfSchema>;

const boxSchema = z.strictObject({ nonce: hex(24), box: hex(48) });
export type SecretBox = z.infer<typeof boxSchema>;
/** A 32-byte secret in XChaCha20-Poly1305: 24 bytes nonce, 48 bytes box. */
export const secretBoxSchema = boxSchema;

const passphraseSlotSchema = z.strictObject({ kind: z.literal('passphrase'), kdf: kdfSchema, ...boxSchema.shape });
const osSlotSchema = z.strictObject({
  kind: z.literal('os'),
  backend: z.string().min(1).max(64),
  sealed: z.base64().min(4).max(16_384),
});
/** Not encrypted: protected by file permissions only. */
const plainSlotSchema = z.strictObject({ kind: z.literal('plain'), data_key: hex(32) });

export const slotSchema = z.discriminatedUnion('kind', [passphraseSlotSchema, osSlotSchema, plainSlotSchema]);
export type Slot = z.infer<typeof slotSchema>;
export type PassphraseSlot = z.infer<typeof passphraseSlotSchema>;
export type OsSlot = z.infer<typeof osSlotSchema>;

/** Allocates outside V8's heap: its garbage collector moves small arrays, and leaves copies of them behind. */
export const offHeapBytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(new ArrayBuffer(length));

export function offHeapCopy(bytes: Uint8Array): Uint8Array {
  const copy = offHeapBytes(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Encrypts 32 bytes under a random nonce and authenticates `header`. */
export function sealSecret(secret: Uint8Array, key: Uint8Array, header: Uint8Array): SecretBox {
  const nonce = randomBytes(24);
  return {
    nonce: bytesToHex(nonce),
    box: bytesToHex(xchacha20poly1305(key, nonce, header).encrypt(secret, offHeapBytes(secret.length + 16))),
  };
}

/** Null if key, header and box do not match. */
export function openSecret({ nonce, box }: SecretBox, key: Uint8Array, header: Uint8Array): Uint8Array | null {
  try {
    return xchacha20poly1305(key, hexToBytes(nonce), header).decrypt(
      hexToBytes(box),
      offHeapBytes(box.length / 2 - 16),
    );
  } catch {
    return null;
  }
}

export async function makePassphraseSlot(
  passphrase: string,
  dataKey: Uint8Array,
  publicKey: string,
): Promise<PassphraseSlot> {
  const kdf: Kdf = { name: 'argon2id', memory_kib: 65_536, passes: 3, lanes: 1, salt: bytesToHex(randomBytes(16)) };
  const key = await deriveKey(passphrase, kdf);
  try {
    return { kind: 'passphrase', kdf, ...sealSecret(dataKey, key, passphraseHeader(kdf, publicKey)) };
  } finally {
    key.fill(0);
  }
}

/** @throws ParlorError `wrong_passphrase` */
export async function openPassphraseSlot(
  slot: PassphraseSlot,
  passphrase: string,
  publicKey: string,
): Promise<Uint8Array> {
  const key = await deriveKey(passphrase, slot.kdf);
  const dataKey = openSecret(slot, key, passphraseHeader(slot.kdf, publicKey));
  key.fill(0);
  if (dataKey === null) {
    throw new ParlorError(
      'wrong_passphrase',
      "That passphrase doesn't open the key. Nothing was changed; try again, or use your recovery phrase.",
    );
  }
  return dataKey;
}

/** Seals the data key with the keychain. Null if the keychain does not protect, or fails a round trip. */
export async function makeOsSlot(keychain: Keychain, dataKey: Uint8Array): Promise<OsSlot | null> {
  try {
    const { backend, protects } = await keychain.status();
    if (!protects) return null;
    const slot: OsSlot = { kind: 'os', backend, sealed: Buffer.from(await keychain.seal(dataKey)).toString('base64') };
    const { bytes } = await keychain.open(Buffer.from(slot.sealed, 'base64'));
    return slotSchema.safeParse(slot).success && Buffer.from(bytes).equals(dataKey) ? slot : null;
  } catch {
    return null;
  }
}

/**
 * `renewedSlot`: the slot sealed again, if the keychain has a new key.
 * @throws ParlorError `identity_locked` with the keychain that sealed the key and the current one.
 */
export async function openOsSlot(
  slot: OsSlot,
  keychain: Keychain | null,
): Promise<{ dataKey: Uint8Array; renewedSlot: OsSlot | null }> {
  let currentBackend = 'none';
  try {
    if (keychain !== null) {
      currentBackend = (await keychain.status()).backend;
      const { bytes, isOutdated } = await keychain.open(Buffer.from(slot.sealed, 'base64'));
      const dataKey = new Uint8Array(bytes);
      if (dataKey.length === 32)
        return { dataKey, renewedSlot: isOutdated ? await makeOsSlot(keychain, dataKey) : null };
    }
  } catch {
    // A locked, missing or different keychain: the same error.
  }
  throw new ParlorError(
    'identity_locked',
    currentBackend === slot.backend || currentBackend === 'none'
      ? `The key is in this system's keychain (${slot.backend}), which is not available now. Unlock the keychain and try again, or use your recovery phrase.`
      : `The key is in a different keychain (${slot.backend}) than the one in use now (${currentBackend}). Switch back and try again, or use your recovery phrase.`,
    { keychain: slot.backend, keychain_now: currentBackend },
  );
}

/** Normalizes to NFKC, so that a passphrase has the same bytes from every keyboard. */
async function deriveKey(passphrase: string, kdf: Kdf): Promise<Uint8Array> {
  const secret = new TextEncoder().encode(passphrase.normalize('NFKC'));
  try {
    return await deriveArgon2id(secret, hexToBytes(kdf.salt), kdf);
  } finally {
    secret.fill(0);
  }
}

function passphraseHeader(kdf: Kdf, publicKey: string): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ version: 1, public_key: publicKey, kdf }));
}

export function protectionOf(slots: readonly Slot[]): 'plain' | 'passphrase' | 'keychain' {
  if (slots.some((slot) => slot.kind === 'plain')) return 'plain';
  return slots.some((slot) => slot.kind === 'passphrase') ? 'passphrase' : 'keychain';
}
