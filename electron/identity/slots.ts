/**
 * The ways into an identity file. Each slot wraps the same random data key; the data key wraps the seed.
 *
 * There is no slot for the 24 words: they are the seed itself, so they bring the identity back with no file at all, and a
 * slot that wraps the data key with the seed would open nothing that the words don't already give.
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
 * The floor is what every file was ever written with: less is a downgrade by somebody else. The cap keeps a crafted file
 * from eating the machine (1 GiB, ten passes).
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
export type Box = z.infer<typeof boxSchema>;
/** A 32-byte secret in XChaCha20-Poly1305: 24 bytes nonce, 48 bytes box. */
export const secretBoxSchema = boxSchema;

const passphraseSlotSchema = z.strictObject({ kind: z.literal('passphrase'), kdf: kdfSchema, ...boxSchema.shape });
const osSlotSchema = z.strictObject({
  kind: z.literal('os'),
  backend: z.string().min(1).max(64),
  sealed: z.base64().min(4).max(16_384),
});
/** Keeps nothing secret by itself: only the file's permissions do. */
const plainSlotSchema = z.strictObject({ kind: z.literal('plain'), data_key: hex(32) });

export const slotSchema = z.discriminatedUnion('kind', [passphraseSlotSchema, osSlotSchema, plainSlotSchema]);
export type Slot = z.infer<typeof slotSchema>;
export type PassphraseSlot = z.infer<typeof passphraseSlotSchema>;
export type OsSlot = z.infer<typeof osSlotSchema>;

/** Wraps 32 bytes with a fresh random nonce; `header` is bound to it. */
export function sealSecret(secret: Uint8Array, key: Uint8Array, header: Uint8Array): Box {
  const nonce = randomBytes(24);
  return { nonce: bytesToHex(nonce), box: bytesToHex(xchacha20poly1305(key, nonce, header).encrypt(secret)) };
}

/** The 32 bytes, or null when key, header or box don't belong together. */
export function openSecret({ nonce, box }: Box, key: Uint8Array, header: Uint8Array): Uint8Array | null {
  try {
    return xchacha20poly1305(key, hexToBytes(nonce), header).decrypt(hexToBytes(box));
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
  const key = await stretch(passphrase, kdf);
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
  const key = await stretch(passphrase, slot.kdf);
  const dataKey = openSecret(slot, key, passphraseHeader(slot.kdf, publicKey));
  key.fill(0);
  if (dataKey === null) {
    throw new ParlorError(
      'wrong_passphrase',
      "That passphrase doesn't open the key. Nothing was changed; try again, or use your words.",
    );
  }
  return dataKey;
}

/** Null when the keychain protects nothing, or does not give back at once what it was given. */
export async function makeOsSlot(keychain: Keychain, dataKey: Uint8Array): Promise<OsSlot | null> {
  try {
    const { backend, protects } = await keychain.available();
    if (!protects) return null;
    const slot: OsSlot = { kind: 'os', backend, sealed: Buffer.from(await keychain.seal(dataKey)).toString('base64') };
    const opened = await keychain.open(Buffer.from(slot.sealed, 'base64'));
    return slotSchema.safeParse(slot).success && Buffer.from(opened).equals(dataKey) ? slot : null;
  } catch {
    return null;
  }
}

/** @throws ParlorError `identity_locked` naming the keychain that sealed and the one that is there now. */
export async function openOsSlot(slot: OsSlot, keychain: Keychain | null): Promise<Uint8Array> {
  let now = 'none';
  try {
    if (keychain !== null) {
      now = (await keychain.available()).backend;
      const dataKey = new Uint8Array(await keychain.open(Buffer.from(slot.sealed, 'base64')));
      if (dataKey.length === 32) return dataKey;
    }
  } catch {
    // Locked, gone or another one: the way on is the same.
  }
  throw new ParlorError(
    'identity_locked',
    now === slot.backend || now === 'none'
      ? `The key lies in this system's keychain (${slot.backend}), which doesn't give it out now. Open the keychain and try again, or use your words.`
      : `The key lies in another keychain (${slot.backend}) than the one this system offers now (${now}). Switch back and try again, or use your words.`,
    { keychain: slot.backend, keychain_now: now },
  );
}

/** NFKC, so that one passphrase gives the same bytes from every keyboard. */
async function stretch(passphrase: string, kdf: Kdf): Promise<Uint8Array> {
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
