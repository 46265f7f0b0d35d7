/**
 * The one place that signs. Four texts and nothing else can be signed with an agent's key: they carry no domain tags, so a
 * generic `sign` would let anybody who can ask for one text obtain another.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { ParlorError } from '../../shared/errors.ts';
import { publicKeyOf, sign } from '../../shared/signing/ed25519.ts';
import {
  type BindingParts,
  bindingText,
  type RegistrationParts,
  type RequestParts,
  registrationText,
  requestText,
  type SessionParts,
  sessionText,
} from '../../shared/signing/texts.ts';

/** Signatures are 128 hex digits. Each call checks the grammar of its parts and throws `invalid_field` before it signs. */
export interface Signer {
  /** 64 hex digits. */
  readonly publicKey: string;
  signRequest(parts: RequestParts): string;
  signRegistration(parts: Omit<RegistrationParts, 'public_key'>): string;
  /** Refuses a session this key takes no part in. */
  signSession(parts: SessionParts): string;
  signBinding(parts: Omit<BindingParts, 'public_key'>): string;
}

export interface HeldKey {
  readonly signer: Signer;
  /** Zeroes the seed as far as the runtime lets us; the signer throws `identity_locked` from then on. */
  dispose(): void;
}

/** Takes the seed over: the caller's array is the one that is zeroed. */
export function holdKey(seed: Uint8Array): HeldKey {
  const publicKey = bytesToHex(publicKeyOf(seed));
  let held = true;
  const signed = (text: string | Uint8Array): string => {
    if (!held) throw new ParlorError('identity_locked', 'The key is locked. Give the passphrase to open it.');
    return bytesToHex(sign(typeof text === 'string' ? new TextEncoder().encode(text) : text, seed));
  };
  const signer: Signer = {
    publicKey,
    signRequest: (parts) => signed(requestText(parts)),
    signRegistration: (parts) => signed(registrationText({ ...parts, public_key: publicKey })),
    signSession(parts) {
      if (parts.host_public_key !== publicKey && parts.guest_public_key !== publicKey) {
        throw new ParlorError('invalid_field', 'This key is neither host nor guest of that session.', {
          field: 'host_public_key',
        });
      }
      return signed(sessionText(parts));
    },
    signBinding: (parts) => signed(bindingText({ ...parts, public_key: publicKey })),
  };
  return {
    signer: Object.freeze(signer),
    dispose() {
      held = false;
      seed.fill(0);
    },
  };
}
