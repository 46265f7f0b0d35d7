/**
 * Sealed boxes of the inbox: only the recipient's key opens one, and the sender is anonymous. The layout is
 * defined by the network: magic (5), ephemeral X25519 public key (32), nonce (12), ChaCha20-Poly1305 output (plaintext + 16).
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { randomBytes } from '@noble/ciphers/utils.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ParlorError } from '../errors.ts';
import { characterCount, utf8Bytes, utf8Text } from '../json/utf8.ts';
import { isSoundPublicKey } from '../signing/ed25519.ts';
import { boxMaxBytes, boxOverhead, plaintextMaxCharacters } from './size.ts';

// Both are ASCII, fixed by the network.
const magic = hexToBytes('4147425831');
const info = hexToBytes('616967656e6f72612d696e626f782d7631');
const headerLength = 5 + 32 + 12;

/** The random inputs of `seal`; passed only to reproduce test vectors. */
export interface SealingSecrets {
  ephemeralSecret: Uint8Array;
  nonce: Uint8Array;
}

/**
 * Seals a text of at most `maxCharacters` code points (256 by default) to an Ed25519 public key. Throws ParlorError `invalid_field`
 * with `detail.field` `text` or `recipient_public_key`.
 */
export function seal(
  text: string,
  recipientPublicKey: Uint8Array,
  { maxCharacters = plaintextMaxCharacters, secrets }: { maxCharacters?: number; secrets?: SealingSecrets } = {},
): Uint8Array {
  if (!text.isWellFormed())
    throw new ParlorError('invalid_field', 'The text contains a lone surrogate.', { field: 'text' });
  if (characterCount(text) > maxCharacters) {
    throw new ParlorError('invalid_field', `The text is longer than ${maxCharacters} characters.`, { field: 'text' });
  }
  const plaintext = utf8Bytes(text);
  if (plaintext.length + boxOverhead > boxMaxBytes) {
    throw new ParlorError('invalid_field', `The text is longer than ${boxMaxBytes - boxOverhead} bytes.`, {
      field: 'text',
    });
  }
  if (!isSoundPublicKey(recipientPublicKey)) {
    throw new ParlorError('invalid_field', 'This is not a valid public key.', { field: 'recipient_public_key' });
  }
  const { ephemeralSecret, nonce } = secrets ?? { ephemeralSecret: randomBytes(32), nonce: randomBytes(12) };
  const key = boxKey(ephemeralSecret, ed25519.utils.toMontgomery(recipientPublicKey));
  const box = concatBytes(
    magic,
    x25519.getPublicKey(ephemeralSecret),
    nonce,
    chacha20poly1305(key, nonce).encrypt(plaintext),
  );
  key.fill(0);
  return box;
}

/** Decrypts a box sealed to the key of this seed. Throws ParlorError `letter_unreadable` for any other bytes. */
export function open(box: Uint8Array, seed: Uint8Array): string {
  if (box.length < boxOverhead || magic.some((byte, i) => box[i] !== byte)) throw unreadableError();
  const nonce = box.subarray(magic.length + 32, headerLength);
  const secret = ed25519.utils.toMontgomerySecret(seed);
  let key: Uint8Array | null = null;
  try {
    key = boxKey(secret, box.subarray(magic.length, magic.length + 32));
    return utf8Text(chacha20poly1305(key, nonce).decrypt(box.subarray(headerLength)));
  } catch {
    // Another recipient, modified bytes, an ephemeral key of small order, or invalid UTF-8: the same error for all.
    throw unreadableError();
  } finally {
    secret.fill(0);
    key?.fill(0);
  }
}

function boxKey(secret: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const shared = x25519.getSharedSecret(secret, publicKey);
  const key = hkdf(sha256, shared, undefined, info, 32);
  shared.fill(0);
  return key;
}

const unreadableError = () =>
  new ParlorError('letter_unreadable', 'This message was not sealed to this key, or was changed.');
