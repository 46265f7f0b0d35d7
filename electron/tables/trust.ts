/** The five checks behind a table's seal, each recomputed on this computer with its inputs kept for "Show me". */
import type { TrustCheck } from '../../shared/bridge/contract.ts';
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { bindingText, sessionText } from '../../shared/signing/texts.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import type { Seated } from './handshake.ts';

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

/** Throws `binding_invalid` unless the host's key signed this ticket for this protocol (specification, transport binding text). */
export function verifyBinding(invitation: InvitationEntry | Invitation): void {
  const { public_key, protocol_id, transport_binding_signature } = invitation;
  const text = bindingText({ public_key, iroh_ticket: ticketOf(invitation), protocol_id });
  if (!verifyText(text, transport_binding_signature, public_key)) {
    throw new ParlorError(
      'binding_invalid',
      'The ticket’s signature does not fit the host’s key, so the address may be someone else’s. Parlor won’t call it.',
      { public_key },
    );
  }
}

/** What can be checked before joining; the peer and the session are still to come. */
export function checkInvitation(
  invitation: InvitationEntry | Invitation,
  protocol: LibraryProtocol | null,
): TrustCheck[] {
  const { public_key, protocol_id, transport_binding_signature } = invitation;
  const rules = protocol
    ? check('rules', 'checked', { protocol_id, computed: protocol.protocol_id, source: protocol.source })
    : check('rules', 'to_come', { protocol_id });
  const bindingEvidence = { public_key, protocol_id, transport: 'iroh', signature: transport_binding_signature };
  let ticket: TrustCheck;
  try {
    verifyBinding(invitation);
    ticket = check('ticket', 'checked', bindingEvidence);
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    ticket = failed('ticket', error, bindingEvidence);
  }
  return [rules, ticket, checkBoard(protocol), check('peer', 'to_come'), check('session', 'to_come')];
}

function checkBoard(protocol: LibraryProtocol | null): TrustCheck {
  if (protocol?.board) return checkedBoard(protocol.board);
  // A board that does not fit its hash is simply not used: the plain view needs none, so nothing failed for the player.
  if (protocol?.boardProblem) return { ...check('board', 'not_needed'), problem: protocol.boardProblem };
  return check('board', protocol ? 'not_needed' : 'to_come');
}

const checkedBoard = ({ manifest_hash, author, source, files }: Board): TrustCheck =>
  check('board', 'checked', { manifest_hash, author, source, files: String(files.size) });

/** The host gave its board, and every byte of it fitted. */
export function checkBoardOf(before: TrustCheck[], board: Board): TrustCheck[] {
  return before.map((each) => (each.id === 'board' ? checkedBoard(board) : each));
}

/** After the handshake: the peer answered with its key, and both signatures cover one session text. */
export function checkSeated(before: TrustCheck[], seated: Seated, remoteId: string, peerKey: string): TrustCheck[] {
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
          new ParlorError('proof_invalid', 'The two session signatures do not fit one text.'),
          sessionEvidence,
        ),
  ];
}
