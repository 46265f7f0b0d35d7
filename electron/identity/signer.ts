/**
 * The one place that signs. Five texts and nothing else can be signed with an agent's key: they carry no domain tags, so a
 * generic `sign` would let anybody who can ask for one text obtain another.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ParlorError } from '../../shared/errors.ts';
import { open } from '../../shared/inbox/sealed-box.ts';
import { publicKeyOf, sign } from '../../shared/signing/ed25519.ts';
import {
  type BindingParts,
  bindingText,
  type LetterParts,
  letterText,
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
  signLetter(parts: LetterParts): string;
}

/** What the key opens, which is nobody's business but its owner's. Throws `identity_locked` once the key is forgotten. */
export interface Opener {
  /** The text of a box sealed to this key. @throws ParlorError `letter_unreadable` */
  open(box: Uint8Array): string;
  /** 32 bytes, always the same for one key: what keeps its opened letters at rest. */
  storeKey(): Uint8Array;
}

export interface HeldKey {
  readonly signer: Signer;
  readonly opener: Opener;
  /** Zeroes the seed as far as the runtime lets us; the signer throws `identity_locked` from then on. */
  dispose(): void;
}

const storeLabel = new TextEncoder().encode('parlor-letters-at-rest:1');

/** Takes the seed over: the caller's array is the one that is zeroed. */
export function holdKey(seed: Uint8Array): HeldKey {
  const publicKey = bytesToHex(publicKeyOf(seed));
  let held = true;
  const secret = (): Uint8Array => {
    if (!held) throw new ParlorError('identity_locked', 'The key is locked. Give the passphrase to open it.');
    return seed;
  };
  const signed = (text: string | Uint8Array): string =>
    bytesToHex(sign(typeof text === 'string' ? new TextEncoder().encode(text) : text, secret()));
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
    signLetter: (parts) => signed(letterText(parts)),
  };
  const opener: Opener = {
    open: (box) => open(box, secret()),
    storeKey: () => hkdf(sha256, secret(), undefined, storeLabel, 32),
  };
  return {
    signer: Object.freeze(signer),
    opener: Object.freeze(opener),
    dispose() {
      held = false;
      seed.fill(0);
    },
  };
}
