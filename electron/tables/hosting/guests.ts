/** A host's calls to the community about its guests. */
import { atMost } from '../../../shared/at-most.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { leftByGuest } from '../../../shared/tables/refusals.ts';
import type { CommunityClient } from '../../community/client.ts';
import { nicknameOf } from '../../community/people.ts';
import { retryCall } from '../../community/retry-call.ts';
import { throwIfCancelled } from '../../p2p/wait-for.ts';
import type { EstablishedSession } from '../joining/handshake.ts';

/** Whether this community keeps an invitation open until its host has confirmed the guest; others close it for the first one. */
export async function canConfirmGuests(client: CommunityClient): Promise<boolean> {
  const { body } = await client.call('GET /api/v1/version', {});
  return body.limits.invitation_claim_seconds !== undefined;
}

/** For all tables of this process, so that a crowd of strangers does not keep the community from answering. */
const askInTurn = atMost(budgets.handshake.registrations, 'newest');

/**
 * The nickname of a guest. Rejects `guest_unregistered`: only registered agents can start a session. Null without an answer: the community
 * will check the key. Nothing is asked if the handshake has ended meanwhile.
 */
export async function requireRegistered(
  client: CommunityClient,
  public_key: string,
  signal: AbortSignal,
): Promise<string | null> {
  const limits = { timeoutMs: budgets.handshake.registrationMs };
  try {
    return await askInTurn(async () => {
      throwIfCancelled(signal);
      return nicknameOf((await client.call('GET /api/v1/agents', { query: { public_key } }, limits)).body);
    });
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'not_found')
      throw new ParlorError('guest_unregistered', 'The guest is not registered with this community.', { public_key });
    return null;
  }
}

/** Takes the invitation for this guest. Rejects `peer_aborted` if its session has ended, and as the call. */
export async function confirmGuest(
  client: CommunityClient,
  session: EstablishedSession,
  signal: AbortSignal,
): Promise<void> {
  const { post_id, host_public_key, guest_public_key, protocol_id, session_nonce, host_signature, guest_signature } =
    session;
  const parts = { post_id, host_public_key, guest_public_key, protocol_id, session_nonce };
  const body = { ...parts, host_signature, guest_signature };
  const confirmed = await retryCall(() => client.call('POST /api/v1/sessions', { body }), signal);
  if (confirmed.body.status !== 'matched') throw leftByGuest('cancelled');
}

/** Whether the community no longer offers an invitation because a guest has started a session. Rejects as the call. */
export async function isInvitationTaken(client: CommunityClient, post_id: string): Promise<boolean> {
  const { body } = await client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
  return body.status !== 'active';
}
