/** Reads the key file of another client: `{"public_key": 64 hex, "private_key": 64 hex}`. `private_key` is the Ed25519 seed. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';

const hex64 = z.string().regex(/^[0-9a-f]{64}$/i);
const keyFileSchema = z.looseObject({
  public_key: hex64.optional(),
  /** The former name of `public_key`. */
  peer_id: hex64.optional(),
  private_key: hex64,
});

/** The caller owns `seed`. @throws ParlorError `invalid_field`; messages never contain the file's content. */
export function readKeyFile(text: string): { seed: Uint8Array; public_key: string } {
  const parsed = keyFileSchema.safeParse(jsonOrNull(text));
  const statedKey = parsed.data?.public_key ?? parsed.data?.peer_id;
  if (!parsed.success || statedKey === undefined) {
    throw new ParlorError(
      'invalid_field',
      'This is not a key file: it needs public_key and private_key, with 64 hex digits each.',
    );
  }
  const seed = hexToBytes(parsed.data.private_key.toLowerCase());
  const public_key = bytesToHex(publicKeyOf(seed));
  if (public_key === statedKey.toLowerCase()) return { seed, public_key };
  seed.fill(0);
  throw new ParlorError('invalid_field', 'The two keys in this file do not match.', { field: 'public_key' });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
