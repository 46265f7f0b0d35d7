/** The ticket of an invitation, and the host's signature over it (specification, transport binding text). */
import type { Invitation, InvitationEntry } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { ticketText } from '../../../shared/signing/texts.ts';

/** The ticket that a guest dials: the one in `transport_info`, if present. The signature covers exactly one. */
export function ticketOf(invitation: InvitationEntry | Invitation): string {
  return 'transport_info' in invitation ? invitation.transport_info.ticket : invitation.iroh_ticket;
}

/** Throws `transport_unsupported`. */
export function requireTransport({ transport }: InvitationEntry | Invitation): void {
  if (transport === 'iroh') return;
  throw new ParlorError('transport_unsupported', 'The host uses a transport that Parlor does not support.', {
    transport,
  });
}

/**
 * Throws `binding_missing` or `binding_invalid` unless the host's key signed this ticket for this protocol, and
 * `transport_unsupported`.
 */
export function verifyTicketSignature(invitation: InvitationEntry | Invitation): void {
  requireTransport(invitation);
  const { public_key, protocol_id, transport_binding_signature } = invitation;
  if (!transport_binding_signature) {
    throw new ParlorError(
      'binding_missing',
      'The host did not sign the ticket, so the address may be someone else’s. Parlor does not connect to it.',
      { public_key },
    );
  }
  const text = ticketText({ public_key, iroh_ticket: ticketOf(invitation), protocol_id });
  if (!verifyText(text, transport_binding_signature, public_key)) {
    throw new ParlorError(
      'binding_invalid',
      'The ticket’s signature does not match the host’s key, so the address may be someone else’s. Parlor does not connect to it.',
      { public_key },
    );
  }
}
