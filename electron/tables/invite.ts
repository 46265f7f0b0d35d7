/** Posting an invitation so that one open table comes of it, whatever happens to the answer. */
import type { z } from 'zod';
import type { Invitation, invitationDraft } from '../../shared/community/shapes.ts';
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

async function posted(client: CommunityClient, ownKey: string, { protocol_id, iroh_ticket }: Draft) {
  const { body } = await client.call('GET /api/v1/invitations', { query: { protocol_id, limit: 100 } });
  return body.results.filter((entry) => entry.public_key === ownKey && entry.iroh_ticket === iroh_ticket);
}
