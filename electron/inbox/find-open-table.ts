/**
 * Finds the table of an invitation in a message. A host's post is replaced when a game was played, the address changed or Parlor
 * restarted, so the invitation stays valid while its writer hosts a table.
 */
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';

type TableEntry = Pick<InvitationEntry, 'post_id' | 'public_key' | 'protocol_id' | 'status'>;

const maxPages = 50;

/** The given table if it is open, otherwise an open table of the verified writer, preferably of the same protocol. */
export async function findOpenTable(
  client: CommunityClient,
  post_id: string,
  writer: string | null,
): Promise<string | null> {
  const invitation = await readInvitation(client, post_id);
  if (invitation?.status === 'active') return post_id;
  if (writer === null) return null;
  let otherTable: TableEntry | null = null;
  for await (const entry of listInvitations(client)) {
    if (entry.public_key !== writer || entry.status !== 'active') continue;
    if (!invitation || entry.protocol_id === invitation.protocol_id) return entry.post_id;
    otherTable ??= entry;
  }
  return otherTable?.post_id ?? null;
}

async function readInvitation(client: CommunityClient, post_id: string): Promise<TableEntry | null> {
  return client
    .call('GET /api/v1/invitations/{post_id}', { params: { post_id } })
    .then(({ body }) => body, nullIfNotFound);
}

async function* listInvitations(client: CommunityClient): AsyncGenerator<TableEntry> {
  const pages = readPages(maxPages, (query) =>
    client.call('GET /api/v1/invitations', { query: { limit: 100, ...query } }),
  );
  for await (const page of pages) yield* page.results;
}
