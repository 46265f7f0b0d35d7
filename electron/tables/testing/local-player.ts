/** A player whose key consists of one repeated byte. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../../../shared/json/utf8.ts';
import { publicKeyOf, sign } from '../../../shared/signing/ed25519.ts';
import { sessionText } from '../../../shared/signing/texts.ts';
import type { LocalPlayer } from '../joining/handshake.ts';

export function localPlayer(byte: number, control_mode: LocalPlayer['control_mode']): LocalPlayer {
  const seed = new Uint8Array(32).fill(byte);
  return {
    public_key: bytesToHex(publicKeyOf(seed)),
    control_mode,
    signSession: (parts) => bytesToHex(sign(utf8Bytes(sessionText(parts)), seed)),
  };
}
