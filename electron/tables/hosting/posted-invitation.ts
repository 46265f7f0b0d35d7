/** Posts an invitation exactly once, even if a response is lost, renews it, and withdraws it. */

import type { z } from 'zod';
import { inBackground } from '../../../shared/background.ts';
import { renewalShare } from '../../../shared/community/renewal.ts';
import type { Invitation, invitationDraft } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { CommunityClient } from '../../community/client.ts';
import { mayHaveSucceeded, retryCall } from '../../community/retry-call.ts';

export type InvitationDraft = z.input<typeof invitationDraft>;

/** The POST is not idempotent; a posted invitation is found again by its ticket, which is unique. */
export async function postInvitation(
  client: CommunityClient,
  ownKey: string,
  draft: InvitationDraft,
): Promise<Invitation> {
  const post = async () => (await client.call('POST /api/v1/invitations', { body: draft })).body;
  try {
    return await post();
  } catch (error) {
    if (!mayHaveSucceeded(error)) throw error;
  }
  return retryCall(async () => {
    const { post_id } = (await findOwnInvitations(client, ownKey, draft)).at(-1) ?? (await post());
    // A slow first request may have posted one, too.
    const others = (await findOwnInvitations(client, ownKey, draft)).filter((entry) => entry.post_id !== post_id);
    await Promise.all(others.map((entry) => withdrawInvitation(client, entry.post_id)));
    return (await client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body;
  });
}

/** Never rejects: an invitation that cannot be withdrawn expires. */
export async function withdrawInvitation(client: CommunityClient, post_id: string): Promise<void> {
  await client.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }, { timeoutMs: 2000 }).catch(() => {
    // See above.
  });
}

/**
 * Renews an invitation after `renewalShare` of its lifetime, until `renewUntil` (monotonic milliseconds). Calls `onGone` once it was closed
 * or has expired. Returns a function that stops renewing.
 */
export function renewInvitation(
  client: CommunityClient,
  { post_id, ttl_seconds }: Invitation,
  renewUntil: number,
  { onRenewed, onGone }: { onRenewed(expires_at: number): void; onGone(): void },
): () => void {
  const [lifetimeMs, intervalMs] = [ttl_seconds * 1000, ttl_seconds * 1000 * renewalShare];
  let stopped = false;
  let timer: NodeJS.Timeout;
  /** `lastRenewal`: monotonic time of the last renewal. */
  function schedule(lastRenewal: number): void {
    const now = performance.now();
    timer =
      now + intervalMs <= renewUntil
        ? setTimeout(() => inBackground('invitation', renew(lastRenewal)), intervalMs)
        : setTimeout(onGone, lastRenewal + lifetimeMs - now);
  }
  async function renew(previousRenewal: number): Promise<void> {
    const path = 'POST /api/v1/invitations/{post_id}/renew';
    let lastRenewal = previousRenewal;
    try {
      const { body } = await client.call(path, { params: { post_id }, body: {} });
      lastRenewal = performance.now();
      if (!stopped) onRenewed(Date.parse(body.expires_at));
    } catch (error) {
      if (error instanceof ParlorError && error.code === 'not_found') return onGone();
    }
    if (!stopped) schedule(lastRenewal);
  }
  schedule(performance.now());
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function findOwnInvitations(
  client: CommunityClient,
  ownKey: string,
  { protocol_id, iroh_ticket }: InvitationDraft,
) {
  const { body } = await client.call('GET /api/v1/invitations', { query: { protocol_id, mine: 'true', limit: 100 } });
  return body.results.filter((entry) => entry.public_key === ownKey && entry.iroh_ticket === iroh_ticket);
}
