/**
 * `identity.json`, version 1. Everything but the seed box is the header, which is authenticated with the seed box, so that replacing any
 * part is detected. The checksum only distinguishes a damaged file from a wrong passphrase.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { canonicalJson } from '../../shared/json/canonical.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import {
  makePassphraseSlot,
  openPassphraseSlot,
  openSecret,
  sealSecret,
  secretBoxSchema,
  slotSchema,
} from './key-encryption.ts';

const headerShape = {
  version: z.literal(1),
  public_key: hex64,
  nickname: z.string().min(1).max(256),
  bio: z.string().max(2000),
  /** True once the user has confirmed three of the 24 words. */
  words_confirmed: z.boolean(),
  /** For an identity of one community: whose recovery phrase also restores it, and the community's origin. */
  derived_from: z.strictObject({ public_key: hex64, origin: z.string().max(300) }).exactOptional(),
  slots: z
    .array(slotSchema)
    .min(1)
    .refine((slots) => new Set(slots.map((slot) => slot.kind)).size === slots.length, 'two slots of one kind'),
};
const headerSchema = z.strictObject(headerShape);
const fileSchema = z.strictObject({
  ...headerShape,
  seed: secretBoxSchema,
  checksum: hex64,
});

export type IdentityHeader = z.infer<typeof headerSchema>;
export type IdentityFile = z.infer<typeof fileSchema>;

export type IdentityProfile = Pick<IdentityFile, 'nickname' | 'bio' | 'words_confirmed' | 'derived_from'>;

export function profileOf({ nickname, bio, words_confirmed, derived_from }: IdentityFile): IdentityProfile {
  return { nickname, bio, words_confirmed, ...(derived_from && { derived_from }) };
}

/** A file has about 1.5 KiB, and at most one keychain slot of 16 KiB more. */
export const identityFileLimit = 65_536;

export function sealIdentity(header: IdentityHeader, seed: Uint8Array, dataKey: Uint8Array): IdentityFile {
  const body = { ...header, seed: sealSecret(seed, dataKey, headerBytes(header)) };
  return { ...body, checksum: checksumOf(body) };
}

/**
 * Decrypts the seed.
 * @throws ParlorError `identity_unreadable` if data key, header and seed do not match.
 */
export function openSeed(file: IdentityFile, dataKey: Uint8Array): Uint8Array {
  const { seed: box, checksum: _, ...header } = file;
  const seed = openSecret(box, dataKey, headerBytes(header));
  if (seed === null) throw unreadableError('its parts do not match');
  if (bytesToHex(publicKeyOf(seed)) !== file.public_key) {
    seed.fill(0);
    throw unreadableError('its secret key does not match its public key');
  }
  return seed;
}

/** An identity file with a single passphrase slot and a new data key. */
export async function sealBackup(seed: Uint8Array, profile: IdentityProfile, passphrase: string): Promise<string> {
  const public_key = bytesToHex(publicKeyOf(seed));
  const dataKey = randomBytes(32);
  try {
    const slots = [await makePassphraseSlot(passphrase, dataKey, public_key)];
    const file = sealIdentity({ version: 1, public_key, ...profile, slots }, seed, dataKey);
    return new TextDecoder().decode(encodeIdentity(file));
  } finally {
    dataKey.fill(0);
  }
}

/** The caller owns `seed`. @throws ParlorError `identity_unreadable` for anything but a backup, `wrong_passphrase`. */
export async function openBackup(
  text: string,
  passphrase: string,
): Promise<{ seed: Uint8Array; public_key: string; profile: IdentityProfile }> {
  const file = parseIdentity(new TextEncoder().encode(text));
  const slot = file.slots.find((candidate) => candidate.kind === 'passphrase');
  if (!slot) throw unreadableError('it has no passphrase, so it is not a backup');
  const dataKey = await openPassphraseSlot(slot, passphrase, file.public_key);
  try {
    return { seed: openSeed(file, dataKey), public_key: file.public_key, profile: profileOf(file) };
  } finally {
    dataKey.fill(0);
  }
}

export function encodeIdentity(file: IdentityFile): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
}

/** @throws ParlorError `identity_unreadable`; messages never contain the file's content. */
export function parseIdentity(bytes: Uint8Array): IdentityFile {
  if (bytes.length > identityFileLimit) throw unreadableError('it is too large');
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { maxDepth: 8 });
  } catch {
    throw unreadableError(bytes.length === 0 ? 'it is empty' : 'it is truncated or damaged');
  }
  const version = z.looseObject({ version: z.int().min(2) }).safeParse(value);
  if (version.success) throw unreadableError('it was written by a newer Parlor');
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) throw unreadableError(`${parsed.error.issues[0]?.path.join('.') || 'its structure'} is invalid`);
  const { checksum, ...body } = parsed.data;
  if (checksum !== checksumOf(body)) throw unreadableError('its checksum does not match');
  return parsed.data;
}

/** `reason` completes "The key file cannot be used: ...". */
export function unreadableError(reason: string): ParlorError {
  return new ParlorError(
    'identity_unreadable',
    `The key file cannot be used: ${reason}. Nothing was changed. Your recovery phrase restores the key.`,
    { reason },
  );
}

export function headerOf({ seed: _, checksum: __, ...header }: IdentityFile) {
  return header;
}

function headerBytes(header: IdentityHeader): Uint8Array {
  return new TextEncoder().encode(canonicalJson(header));
}

function checksumOf(body: Omit<IdentityFile, 'checksum'>): string {
  return bytesToHex(sha256(new TextEncoder().encode(canonicalJson(body))));
}
