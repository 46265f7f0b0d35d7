/** The five trust checks of a table, each verified on this computer, with its inputs as evidence. */
import type { TrustCheck } from '../../shared/bridge/contract.ts';
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { bindingText, sessionText } from '../../shared/signing/texts.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import { ticketEndpointId } from '../p2p/iroh.ts';
import type { EstablishedSession } from './handshake.ts';

const check = (
  id: TrustCheck['id'],
  state: TrustCheck['state'],
  evidence: Record<string, string> = {},
): TrustCheck => ({
  id,
  state,
  evidence: Object.entries(evidence).map(([name, value]) => ({ name, value })),
  problem: null,
});

const failed = (id: TrustCheck['id'], error: ParlorError, evidence: Record<string, string> = {}): TrustCheck => ({
  ...check(id, 'failed', evidence),
  problem: error.toProblem(),
});

/** The ticket a guest would dial: the one in `transport_info` first, as the signature covers exactly one. */
export function ticketOf(invitation: InvitationEntry | Invitation): string {
  return 'transport_info' in invitation ? invitation.transport_info.ticket : invitation.iroh_ticket;
}

/** Throws `transport_unsupported`. */
export function requireTransport({ transport }: InvitationEntry | Invitation): void {
  if (transport === 'iroh') return;
  throw new ParlorError('transport_unsupported', 'The host uses a transport that Parlor does not know.', { transport });
}

/**
 * Throws `binding_missing` or `binding_invalid` unless the host's key signed this ticket for this protocol, and
 * `transport_unsupported` (specification, transport binding text).
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
  const text = bindingText({ public_key, iroh_ticket: ticketOf(invitation), protocol_id });
  if (!verifyText(text, transport_binding_signature, public_key)) {
    throw new ParlorError(
      'binding_invalid',
      'The ticket’s signature does not match the host’s key, so the address may be someone else’s. Parlor does not connect to it.',
      { public_key },
    );
  }
}

/** The checks that are possible before joining; peer and session follow with `verifySession`. */
export function verifyInvitation(
  invitation: InvitationEntry | Invitation,
  protocol: LibraryProtocol | null,
): TrustCheck[] {
  const { public_key, protocol_id, transport_binding_signature } = invitation;
  const rules = protocol
    ? check('rules', 'checked', { protocol_id, computed: protocol.protocol_id, source: protocol.source })
    : check('rules', 'to_come', { protocol_id });
  const bindingEvidence = {
    public_key,
    protocol_id,
    transport: 'iroh',
    ...(transport_binding_signature ? { signature: transport_binding_signature } : {}),
  };
  let ticket: TrustCheck;
  try {
    verifyTicketSignature(invitation);
    // A signed ticket may still be unreadable.
    ticketEndpointId(ticketOf(invitation));
    ticket = check('ticket', 'checked', bindingEvidence);
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    ticket = failed('ticket', error, bindingEvidence);
  }
  return [rules, ticket, boardCheckOf(protocol), check('peer', 'to_come'), check('session', 'to_come')];
}

function boardCheckOf(protocol: LibraryProtocol | null): TrustCheck {
  if (protocol?.board) return verifiedBoard(protocol.board);
  // The plain view replaces a board that does not match its hash: nothing has failed.
  if (protocol?.boardProblem) return { ...check('board', 'not_needed'), problem: protocol.boardProblem };
  return check('board', protocol ? 'not_needed' : 'to_come');
}

const verifiedBoard = ({ manifest_hash, author, source, files }: Board): TrustCheck =>
  check('board', 'checked', { manifest_hash, author, source, files: String(files.size) });

/** After the host's board was received and verified. */
export function withVerifiedBoard(before: TrustCheck[], board: Board): TrustCheck[] {
  return before.map((each) => (each.id === 'board' ? verifiedBoard(board) : each));
}

/** After the handshake: the peer proved its key, and both signatures cover the same session text. */
export function verifySession(
  before: TrustCheck[],
  seated: EstablishedSession,
  remoteId: string,
  peerKey: string,
): TrustCheck[] {
  const text = sessionText(seated);
  const both =
    verifyText(text, seated.host_signature, seated.host_public_key) &&
    verifyText(text, seated.guest_signature, seated.guest_public_key);
  const sessionEvidence = {
    session_id: seated.session_id,
    text,
    host_signature: seated.host_signature,
    guest_signature: seated.guest_signature,
  };
  return [
    ...before.filter(({ id }) => id !== 'peer' && id !== 'session'),
    check('peer', 'checked', { public_key: peerKey, endpoint_id: remoteId }),
    both
      ? check('session', 'checked', sessionEvidence)
      : failed(
          'session',
          new ParlorError('proof_invalid', 'The two session signatures do not cover the same text.'),
          sessionEvidence,
        ),
  ];
}
