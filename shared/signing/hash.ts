/** SHA-256, the hash used for all content addresses. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../json/utf8.ts';

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8. */
export function sha256Hex(content: Uint8Array | string): string {
  return bytesToHex(sha256(typeof content === 'string' ? utf8Bytes(content) : content));
}
