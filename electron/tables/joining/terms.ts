/** Steps 1 to 5 of joining (specification, join flow): everything that is checked before connecting. */
import type { JoinStepId, ShownTerms, TrustCheck } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import { ParlorError, toProblem } from '../../../shared/errors.ts';
import { requireValidOptions } from '../../../shared/protocol/options.ts';
import type { ClientRef } from '../../../shared/tables/client.ts';
import { isPlayable, modeUnsupported } from '../../../shared/tables/engine.ts';
import type { ControlMode } from '../../../shared/tables/hooks.ts';
import { changedTerms, termsOfInvitation } from '../../../shared/tables/shown-terms.ts';
import type { CommunityClient } from '../../community/client.ts';
import { isByHand } from '../../hooks/by-hand.ts';
import { fetchProtocol } from '../../library/download-spec.ts';
import type { Library, LibraryProtocol } from '../../library/library.ts';
import { fetchBoard } from '../../library/published-board.ts';
import { ticketEndpointId } from '../../p2p/iroh-transport.ts';
import { waitFor } from '../../p2p/wait-for.ts';
import { requireTransport, ticketOf, verifyTicketSignature } from './ticket-signature.ts';
import { verifyInvitation } from './trust-checks.ts';

export interface Terms {
  invitation: Invitation;
  ticket: string;
  /** The endpoint id inside the ticket that the host's key signed. */
  endpointId: string;
  protocol: LibraryProtocol;
  hooksText: string;
  checks: TrustCheck[];
}

/**
 * Each step calls `onStep` first. Rejects `invitation_gone`, `own_invitation`, `invitation_mismatch`, `protocol_missing`, `transport_unsupported`,
 * `binding_missing`, `binding_invalid`, `spec_mismatch`, `spec_unsupported`, `mode_unsupported`, `options_invalid`, `bad_arguments`,
 * `hooks_missing`, `hooks_unfinished`.
 */
export async function agreeTerms(config: {
  client: CommunityClient;
  library: Library;
  ownKey: string;
  /** From `readInvitation`. */
  invitationPromise: Promise<Invitation>;
  onStep(step: JoinStepId): void;
  onInvitation(invitation: Invitation): void;
  /** What the user was shown. */
  shown?: ShownTerms;
  allowSkeleton?: boolean;
  extraArgs?: string[];
  control_mode: ControlMode;
  seatClient?: ClientRef;
  acceptPublishedBoard?: boolean;
  signal?: AbortSignal;
}): Promise<Terms> {
  const { client, library, onStep } = config;
  onStep('invitation');
  const invitation = await waitFor(config.invitationPromise, { signal: config.signal });
  config.onInvitation(invitation);

  onStep('not_own');
  if (invitation.public_key === config.ownKey) {
    throw new ParlorError('own_invitation', 'This is your own table. Another player has to join it.');
  }

  onStep('terms');
  if (config.shown) requireShown(config.shown, termsOfInvitation(invitation, config.ownKey));
  requireTransport(invitation);
  const ticket = ticketOf(invitation);

  onStep('binding');
  verifyTicketSignature(invitation);
  const endpointId = ticketEndpointId(ticket);

  onStep('protocol');
  const libraryProtocol = await resolveProtocol(client, library, invitation.protocol_id);
  const protocol = config.acceptPublishedBoard
    ? await addPublishedBoard(client, library, libraryProtocol)
    : libraryProtocol;
  requirePlayable(protocol, invitation.options);
  requireExtraArgs(protocol, config.extraArgs);
  const hooksText = await library.requireHooks(protocol, { allowSkeleton: config.allowSkeleton ?? false });
  requireDecider(hooksText, config.control_mode, config.seatClient);
  return { invitation, ticket, endpointId, protocol, hooksText, checks: verifyInvitation(invitation, protocol) };
}

/** Rejects `invitation_gone` if the invitation is not open any more, and `community_invalid_answer`. */
export async function readInvitation(client: CommunityClient, post_id: string): Promise<Invitation> {
  try {
    const { body } = await client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
    if (body.post_id !== post_id)
      throw new ParlorError('community_invalid_answer', 'The community returned another invitation.');
    if (body.status !== 'active') throw new ParlorError('invitation_gone', 'This table is taken or closed.');
    return body;
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found') {
      throw new ParlorError(
        'invitation_gone',
        'This table is no longer open: its host left, or another player joined.',
        { post_id },
      );
    }
    throw error;
  }
}

/** @throws ParlorError `invitation_mismatch`: the community shows one table and serves another under its id. */
export function requireShown(shown: ShownTerms, found: ShownTerms): void {
  const changed = changedTerms(shown, found);
  if (changed.length === 0) return;
  throw new ParlorError('invitation_mismatch', 'The invitation of this table says something else than was shown.', {
    changed,
  });
}

/** Bundled specs take precedence over cached ones, and those over the community's. */
export async function resolveProtocol(
  client: CommunityClient,
  library: Library,
  protocol_id: string,
): Promise<LibraryProtocol> {
  return library.get(protocol_id) ?? (await fetchProtocol(client, library, protocol_id));
}

/** Throws `hooks_unfinished`: by-hand hooks leave every decision to the user. */
export function requireDecider(hooks: string, control_mode: ControlMode, seatClient: ClientRef | undefined): void {
  if (control_mode !== 'autonomous' || seatClient || !isByHand(hooks)) return;
  throw new ParlorError('hooks_unfinished', 'By-hand hooks leave every decision to the user: play as human.', {
    methods: ['decide'],
  });
}

/** Adds the author's published board if this computer has none. One that fails verification is reported and not used. */
async function addPublishedBoard(
  client: CommunityClient,
  library: Library,
  protocol: LibraryProtocol,
): Promise<LibraryProtocol> {
  try {
    return await fetchBoard(client, library, protocol);
  } catch (error) {
    return { ...protocol, boardProblem: toProblem(error) };
  }
}

/** Throws `bad_arguments`: only protocols with manual decisions accept extra arguments. */
export function requireExtraArgs({ spec }: LibraryProtocol, extraArgs: readonly string[] = []): void {
  const mode = spec.decision?.mode ?? 'auto';
  if (extraArgs.length === 0 || mode === 'manual') return;
  throw new ParlorError(
    'bad_arguments',
    `protocol decision mode is '${mode}'; extra_args ${JSON.stringify(extraArgs)} not accepted.`,
    { mode },
  );
}

/** Throws `mode_unsupported`, `options_invalid`. */
export function requirePlayable(protocol: LibraryProtocol, options: unknown): void {
  if (!isPlayable(protocol.spec)) throw modeUnsupported(protocol.spec);
  requireValidOptions(protocol.spec, options);
}
