/**
 * The only place that signs. An agent's key signs these seven texts and nothing else: they have no domain separation tags, so a generic
 * `sign` would let a caller obtain a signature over another text.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ParlorError } from '../../shared/errors.ts';
import { open } from '../../shared/inbox/sealed-box.ts';
import { createSigner, publicKeyOf } from '../../shared/signing/ed25519.ts';
import {
  type ConcessionParts,
  concessionText,
  type InboxMessageParts,
  inboxMessageText,
  type RecordParts,
  type RegistrationParts,
  type RequestParts,
  recordText,
  registrationText,
  requestText,
  type SessionParts,
  sessionText,
  type TicketParts,
  ticketText,
} from '../../shared/signing/texts.ts';
import { keyLockedError } from './key-errors.ts';

/** Signatures are 128 hex digits. Each method validates its parts first and throws `invalid_field`. */
export interface Signer {
  /** 64 hex digits. */
  readonly publicKey: string;
  signRequest(parts: RequestParts): string;
  signRegistration(parts: Omit<RegistrationParts, 'public_key'>): string;
  /** Throws `invalid_field` for a session without this key. */
  signSession(parts: SessionParts): string;
  signTicket(parts: Omit<TicketParts, 'public_key'>): string;
  signInboxMessage(parts: InboxMessageParts): string;
  signRecord(parts: RecordParts): string;
  signConcession(parts: ConcessionParts): string;
}

/** Decryption with the key. Throws `identity_locked` once the key is disposed of. */
export interface Opener {
  /** Opens a box sealed to this key. @throws ParlorError `letter_unreadable` */
  open(box: Uint8Array): string;
  /** A 32-byte key derived for opened messages at rest. */
  messagesKey(): Uint8Array;
  /** A 32-byte key derived for resumable tables at rest. */
  tablesKey(): Uint8Array;
}

export interface HeldKey {
  readonly signer: Signer;
  readonly opener: Opener;
  /** Zeroes the seed as far as the runtime allows; the signer then throws `identity_locked`. */
  dispose(): void;
}

const tablesLabel = new TextEncoder().encode('parlor-tables-at-rest:1');
const messagesLabel = new TextEncoder().encode('parlor-letters-at-rest:1');

/** Takes ownership of `seed`, which is zeroed on disposal. */
export function holdKey(seed: Uint8Array): HeldKey {
  const publicKey = bytesToHex(publicKeyOf(seed));
  let key: { seed: Uint8Array; sign: (message: Uint8Array) => Uint8Array } | null = { seed, sign: createSigner(seed) };
  const heldKey = () => {
    if (key === null) throw keyLockedError();
    return key;
  };
  const sign = (text: string | Uint8Array): string =>
    bytesToHex(heldKey().sign(typeof text === 'string' ? new TextEncoder().encode(text) : text));
  const signer: Signer = {
    publicKey,
    signRequest: (parts) => sign(requestText(parts)),
    signRegistration: (parts) => sign(registrationText({ ...parts, public_key: publicKey })),
    signSession(parts) {
      if (parts.host_public_key !== publicKey && parts.guest_public_key !== publicKey) {
        throw new ParlorError('invalid_field', 'This key is neither host nor guest of that session.', {
          field: 'host_public_key',
        });
      }
      return sign(sessionText(parts));
    },
    signTicket: (parts) => sign(ticketText({ ...parts, public_key: publicKey })),
    signInboxMessage: (parts) => sign(inboxMessageText(parts)),
    signRecord: (parts) => sign(recordText(parts)),
    signConcession: (parts) => sign(concessionText(parts)),
  };
  const opener: Opener = {
    open: (box) => open(box, heldKey().seed),
    tablesKey: () => hkdf(sha256, heldKey().seed, undefined, tablesLabel, 32),
    messagesKey: () => hkdf(sha256, heldKey().seed, undefined, messagesLabel, 32),
  };
  return {
    signer: Object.freeze(signer),
    opener: Object.freeze(opener),
    dispose() {
      key = null;
      seed.fill(0);
    },
  };
}
