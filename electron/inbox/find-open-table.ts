/**
 * Finds the table of an invitation in a message. A host's post is replaced when a game was played, the address changed or Parlor
 * restarted, so the invitation stays valid while its writer hosts a table.
 */
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';

type TableEntry = Pick<InvitationEntry, 'post_id' | 'public_key' | 'protocol_id' | 'status'>;

const maxPages = 50;

/** Finds the given table if it is open, otherwise an open table of the verified writer, preferably of the same protocol. */
export function createTableFinder(client: CommunityClient) {
  const serialize = createSerialQueue();
  let pendingList: Promise<TableEntry[]> | null = null;

  /** Calls share a list that is not being read yet, so that a conversation with many invitations reads two. */
  function activeTables(): Promise<TableEntry[]> {
    pendingList ??= serialize(() => {
      pendingList = null;
      return listActiveTables(client);
    });
    return pendingList;
  }

  return async (post_id: string, writer: string | null): Promise<string | null> => {
    const invitation = await readInvitation(client, post_id);
    if (invitation?.status === 'active') return post_id;
    if (writer === null) return null;
    const tables = (await activeTables()).filter(({ public_key }) => public_key === writer);
    const sameGame = tables.find(({ protocol_id }) => !invitation || protocol_id === invitation.protocol_id);
    return (sameGame ?? tables[0])?.post_id ?? null;
  };
}

/** Null if there is none with this id for the caller. */
export async function readInvitation(client: CommunityClient, post_id: string): Promise<Invitation | null> {
  return client
    .call('GET /api/v1/invitations/{post_id}', { params: { post_id } })
    .then(({ body }) => body, nullIfNotFound);
}

async function listActiveTables(client: CommunityClient): Promise<TableEntry[]> {
  const tables: TableEntry[] = [];
  const pages = readPages(maxPages, (query) =>
    client.call('GET /api/v1/invitations', { query: { limit: 100, ...query } }),
  );
  for await (const { results } of pages) {
    for (const { post_id, public_key, protocol_id, status } of results)
      if (status === 'active') tables.push({ post_id, public_key, protocol_id, status });
  }
  return tables;
}
