/** Posting an invitation so that one open table comes of it, whatever happens to the answer. */
import type { z } from 'zod';
import type { Invitation, invitationDraft } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';
import { mayHaveActed, persist } from './persist.ts';

export type Draft = z.input<typeof invitationDraft>;

/** Nothing in a POST tells a repeat from a second table, but no two tables share a ticket: ours is found by it. */
export async function postInvitation(client: CommunityClient, ownKey: string, draft: Draft): Promise<Invitation> {
  const post = async () => (await client.call('POST /api/v1/invitations', { body: draft })).body;
  try {
    return await post();
  } catch (error) {
    if (!mayHaveActed(error)) throw error;
  }
  return persist(async () => {
    const { post_id } = (await posted(client, ownKey, draft)).at(-1) ?? (await post());
    // A first request that was only slow may have made one too by now.
    const others = (await posted(client, ownKey, draft)).filter((entry) => entry.post_id !== post_id);
    await Promise.all(others.map((entry) => withdrawInvitation(client, entry.post_id)));
    return (await client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body;
  });
}

/** Takes an invitation back; one that cannot be told so runs out by itself. */
export async function withdrawInvitation(client: CommunityClient, post_id: string): Promise<void> {
  await client
    .call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }, { timeoutMs: 2000 })
    .catch(() => {});
}

/**
 * Renews at two fifths of the invitation's life, until `until` (monotonic milliseconds) or until stopped; an invitation that is
 * gone, or has run out unrenewed, ends the waiting. Returns the stop.
 */
export function keepInvitation(
  client: CommunityClient,
  { post_id, ttl_seconds }: Invitation,
  until: number,
  { onRenewed, onGone }: { onRenewed(expires_at: number): void; onGone(): void },
): () => void {
  const [life, pause] = [ttl_seconds * 1000, ttl_seconds * 400];
  let stopped = false;
  let timer: NodeJS.Timeout;
  /** `renewed`: when the invitation's life last began anew. */
  function next(renewed: number): void {
    const now = performance.now();
    timer =
      now + pause <= until ? setTimeout(() => void renew(renewed), pause) : setTimeout(onGone, renewed + life - now);
  }
  async function renew(before: number): Promise<void> {
    const path = 'POST /api/v1/invitations/{post_id}/renew';
    let renewed = before;
    try {
      const { body } = await client.call(path, { params: { post_id }, body: {} });
      renewed = performance.now();
      if (!stopped) onRenewed(Date.parse(body.expires_at));
    } catch (error) {
      if (error instanceof ParlorError && error.code === 'not_found') return onGone();
    }
    if (!stopped) next(renewed);
  }
  next(performance.now());
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function posted(client: CommunityClient, ownKey: string, { protocol_id, iroh_ticket }: Draft) {
  const { body } = await client.call('GET /api/v1/invitations', { query: { protocol_id, mine: 'true', limit: 100 } });
  return body.results.filter((entry) => entry.public_key === ownKey && entry.iroh_ticket === iroh_ticket);
}
