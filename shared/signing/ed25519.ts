/**
 * Ed25519 (RFC 8032) with one verification rule, the same in every runtime. Verifiers differ on crafted keys and signatures
 * (whether points of small or mixed order count, whether encodings must be canonical, whether the equation is multiplied by
 * the cofactor), and parties that disagree about a signature can be exploited. The rule:
 *
 * - the public key is canonically encoded, not of small order and without a torsion component;
 * - R is canonically encoded and not of small order, S is below the group order;
 * - S·B = R + k·A holds without the cofactor.
 *
 * With such a key the cofactorless equation implies that R is in the prime-order group, so all standard verifiers agree. The runtime's
 * native verifier is used where available, since it is ten times as fast.
 */
import * as ed25519 from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { LruCache } from '../lru-cache.ts';

const { Point } = ed25519;
// Synchronous calls need a hash function, which the library does not include.
ed25519.hashes.sha512 = sha512;

/** The part of node:crypto used here, loaded at run time so that this file also works in a browser. */
interface NativeCrypto {
  createPublicKey(input: { key: Uint8Array; format: 'der'; type: 'spki' } | NativeKey): NativeKey;
  createPrivateKey(
    input:
      | { key: Uint8Array; format: 'raw-private'; asymmetricKeyType: 'ed25519' }
      | { key: Uint8Array; format: 'der'; type: 'pkcs8' },
  ): NativeKey;
  sign(algorithm: null, message: Uint8Array, key: NativeKey): Uint8Array;
  verify(algorithm: null, message: Uint8Array, key: NativeKey, signature: Uint8Array): boolean;
}
interface NativeKey {
  readonly type: string;
  export(options: { format: 'der'; type: 'spki' }): Uint8Array;
}

const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
const native = process?.getBuiltinModule?.('node:crypto') as NativeCrypto | undefined;

// Prefixes of RFC 8410 key structures; the 32 key bytes follow.
const spkiPrefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
const pkcs8Prefix = Uint8Array.of(
  ...[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20],
);

/** The public key of a 32-byte seed. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  if (!native) return ed25519.getPublicKey(seed);
  return Uint8Array.from(
    native.createPublicKey(nativeKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32),
  );
}

/** A function that signs messages with a 32-byte seed (RFC 8032, deterministic). */
export function createSigner(seed: Uint8Array): (message: Uint8Array) => Uint8Array {
  if (!native) return (message) => ed25519.sign(message, seed);
  const key = nativeKeyOf(seed);
  return (message) => Uint8Array.from(native.sign(null, message, key));
}

/** The 64-byte signature of a message under a 32-byte seed. */
export const sign = (message: Uint8Array, seed: Uint8Array): Uint8Array => createSigner(seed)(message);

/** Prefers Node's raw import, where supported: OpenSSL's DER decoder leaves a copy of the key in memory. */
function nativeKeyOf(seed: Uint8Array): NativeKey {
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes.');
  try {
    return native!.createPrivateKey({ key: seed, format: 'raw-private', asymmetricKeyType: 'ed25519' });
  } catch {
    const der = concatBytes(pkcs8Prefix, seed);
    try {
      return native!.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    } finally {
      der.fill(0);
    }
  }
}

export interface VerifyOptions {
  /** The key has been found sound before, as every registered one has. */
  soundKey?: boolean;
}

/** Whether a signature is valid under the rule above. Never throws for invalid bytes. */
export function verifySignature(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  { soundKey = false }: VerifyOptions = {},
): boolean {
  if (publicKey.length !== 32 || !isCanonicalSignature(signature)) return false;
  // The signature first: checking the key costs twenty times as much, which made-up signatures should not cause.
  const key = importKey(publicKey);
  const holds =
    native && key.native
      ? native.verify(null, message, key.native, signature)
      : equationHolds(message, signature, publicKey);
  return holds && (soundKey || isSound(key, publicKey));
}

/** Verifies the signature of a text. Signature (128 digits) and key (64) must be validated lower-case hex. */
export function verifyText(text: string, signature: string, publicKey: string, options?: VerifyOptions): boolean {
  return verifySignature(utf8ToBytes(text), hexToBytes(signature), hexToBytes(publicKey), options);
}

/** `verifySignature` without native code; the reference for the native path. */
export function verifyPortably(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return isCanonicalSignature(signature) && isSoundKey(publicKey) && equationHolds(message, signature, publicKey);
}

/** Whether 32 bytes are an acceptable public key: canonical, not of small order, torsion-free. */
export function isSoundPublicKey(publicKey: Uint8Array): boolean {
  return publicKey.length === 32 && isSound(importKey(publicKey), publicKey);
}

interface ImportedKey {
  readonly native: NativeKey | undefined;
  /** Undefined until it has been checked. */
  sound: boolean | undefined;
}

// Checking a key costs about twenty verifications and importing it a third of one, so results are cached: 1.3 kB each, for as many keys
// as are active in a large community.
const importedKeys = new LruCache<string, ImportedKey>(65_536);

function importKey(publicKey: Uint8Array): ImportedKey {
  const cacheKey = String.fromCharCode(...publicKey);
  const cached = importedKeys.get(cacheKey);
  if (cached) return cached;
  const key: ImportedKey = { native: nativePublicKeyOf(publicKey), sound: undefined };
  importedKeys.set(cacheKey, key);
  return key;
}

/** Node decodes the point only to verify, so any 32 bytes can be imported. */
const nativePublicKeyOf = (publicKey: Uint8Array): NativeKey | undefined =>
  native?.createPublicKey({ key: concatBytes(spkiPrefix, publicKey), format: 'der', type: 'spki' });

function isSound(key: ImportedKey, publicKey: Uint8Array): boolean {
  key.sound ??= isSoundKey(publicKey);
  return key.sound;
}

function isSoundKey(publicKey: Uint8Array): boolean {
  try {
    // `false`: no ZIP 215 leniency; y below p, and no sign on x = 0.
    const point = Point.fromBytes(publicKey, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}

/** The equation, for a sound key. noble checks it with the cofactor; for a torsion-free R both forms are equivalent. */
function equationHolds(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return (
      ed25519.verify(signature, message, publicKey, { zip215: false }) &&
      Point.fromBytes(signature.slice(0, 32), false).isTorsionFree()
    );
  } catch {
    return false;
  }
}

// 2^252 + 27742317777372353535851937790883648493, little-endian.
const groupOrder = Uint8Array.of(
  ...[0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14],
  ...[0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10],
);

/** Checks the length, S below the group order, R's y below the field prime, and R not the neutral element. */
function isCanonicalSignature(signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  if (!isBelow(signature, 32, groupOrder)) return false;
  return !isNeutral(signature) && !isUnreduced(signature);
}

function isBelow(bytes: Uint8Array, offset: number, limit: Uint8Array): boolean {
  for (let i = 31; i >= 0; i -= 1) {
    const difference = bytes[offset + i]! - limit[i]!;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * Whether the point is the neutral element, the only one of small order in the prime-order group. The other points of small order fail
 * the equation, so they need no check.
 */
function isNeutral(encoded: Uint8Array): boolean {
  if (encoded[0] !== 1 || (encoded[31]! & 0x7f) !== 0) return false;
  for (let i = 1; i < 31; i += 1) if (encoded[i] !== 0) return false;
  return true;
}

/** Whether y is not reduced: 2^255 - 19 or more. */
function isUnreduced(encoded: Uint8Array): boolean {
  if ((encoded[31]! & 0x7f) !== 0x7f || encoded[0]! < 0xed) return false;
  for (let i = 1; i < 31; i += 1) if (encoded[i] !== 0xff) return false;
  return true;
}

function concatBytes(prefix: Uint8Array, key: Uint8Array): Uint8Array {
  const der = new Uint8Array(prefix.length + key.length);
  der.set(prefix);
  der.set(key, prefix.length);
  return der;
}
