/** The five trust checks of a table, each verified on this computer, with its inputs as evidence. */
import type { TrustCheck } from '../../../shared/bridge/contract.ts';
import type { Invitation, InvitationEntry } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { sessionText } from '../../../shared/signing/texts.ts';
import type { Board } from '../../library/board.ts';
import type { LibraryProtocol } from '../../library/library.ts';
import { ticketEndpointId } from '../../p2p/iroh-transport.ts';
import type { EstablishedSession } from './handshake.ts';
import { ticketOf, verifyTicketSignature } from './ticket-signature.ts';

const trustCheck = (
  id: TrustCheck['id'],
  state: TrustCheck['state'],
  evidence: Record<string, string> = {},
): TrustCheck => ({
  id,
  state,
  evidence: Object.entries(evidence).map(([name, value]) => ({ name, value })),
  problem: null,
});

const failedCheck = (id: TrustCheck['id'], error: ParlorError, evidence: Record<string, string> = {}): TrustCheck => ({
  ...trustCheck(id, 'failed', evidence),
  problem: error.toProblem(),
});

/** The checks that are possible before joining; peer and session follow with `verifySession`. */
export function verifyInvitation(
  invitation: InvitationEntry | Invitation,
  protocol: LibraryProtocol | null,
): TrustCheck[] {
  const { public_key, protocol_id, transport_binding_signature } = invitation;
  const rulesCheck = protocol
    ? trustCheck('rules', 'checked', { protocol_id, computed: protocol.protocol_id, source: protocol.source })
    : trustCheck('rules', 'to_come', { protocol_id });
  const bindingEvidence = {
    public_key,
    protocol_id,
    transport: 'iroh',
    ...(transport_binding_signature ? { signature: transport_binding_signature } : {}),
  };
  let ticketCheck: TrustCheck;
  try {
    verifyTicketSignature(invitation);
    // A signed ticket may still be unreadable.
    ticketEndpointId(ticketOf(invitation));
    ticketCheck = trustCheck('ticket', 'checked', bindingEvidence);
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    ticketCheck = failedCheck('ticket', error, bindingEvidence);
  }
  return [
    rulesCheck,
    ticketCheck,
    boardCheckOf(protocol),
    trustCheck('peer', 'to_come'),
    trustCheck('session', 'to_come'),
  ];
}

function boardCheckOf(protocol: LibraryProtocol | null): TrustCheck {
  if (protocol?.board) return verifiedBoard(protocol.board);
  // The plain view replaces a board that does not match its hash: nothing has failed.
  if (protocol?.boardProblem) return { ...trustCheck('board', 'not_needed'), problem: protocol.boardProblem };
  return trustCheck('board', protocol ? 'not_needed' : 'to_come');
}

const verifiedBoard = ({ manifest_hash, author, source, files }: Board): TrustCheck =>
  trustCheck('board', 'checked', { manifest_hash, author, source, files: String(files.size) });

/** After the host's board was received and verified. */
export function withVerifiedBoard(checks: TrustCheck[], board: Board): TrustCheck[] {
  return checks.map((check) => (check.id === 'board' ? verifiedBoard(board) : check));
}

/** After the handshake: the peer proved its key, and both signatures cover the same session text. */
export function verifySession(
  checks: TrustCheck[],
  session: EstablishedSession,
  remoteId: string,
  peerKey: string,
): TrustCheck[] {
  const text = sessionText(session);
  const areSignaturesValid =
    verifyText(text, session.host_signature, session.host_public_key) &&
    verifyText(text, session.guest_signature, session.guest_public_key);
  const sessionEvidence = {
    session_id: session.session_id,
    text,
    host_signature: session.host_signature,
    guest_signature: session.guest_signature,
  };
  return [
    ...checks.filter(({ id }) => id !== 'peer' && id !== 'session'),
    trustCheck('peer', 'checked', { public_key: peerKey, endpoint_id: remoteId }),
    areSignaturesValid
      ? trustCheck('session', 'checked', sessionEvidence)
      : failedCheck(
          'session',
          new ParlorError('proof_invalid', 'The two session signatures do not cover the same text.'),
          sessionEvidence,
        ),
  ];
}
