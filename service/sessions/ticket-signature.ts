import { verifyText } from '../../shared/signing/ed25519.ts';
import { type TicketParts, ticketText } from '../../shared/signing/texts.ts';
import { fieldError } from '../refusals.ts';

/** Throws ParlorError `invalid_field` unless the host, whose key is registered, signed its ticket for this protocol. */
export function checkTicketSignature(parts: TicketParts, signature: string): void {
  if (!verifyText(ticketText(parts), signature, parts.public_key, { soundKey: true })) {
    throw fieldError('/transport_binding_signature', 'does not match this ticket, protocol and public key');
  }
}
