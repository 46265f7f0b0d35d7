/**
 * Finds the table of an invitation in a message. A host's post is replaced when a game was played, the address changed or Parlor
 * restarted, so the invitation stays valid while its writer hosts such a table. One that another message announces belongs to that message.
 */
import type { Invitation, InvitationEntry } from '../../shared/community/shapes.ts';
import { canonicalJson } from '../../shared/json/canonical.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';
import type { Challenges } from './challenges.ts';

type TableEntry = Pick<
  InvitationEntry,
  'post_id' | 'public_key' | 'protocol_id' | 'options' | 'for_public_key' | 'status'
>;

const maxPages = 50;

/**
 * Finds the given table if it is open, otherwise one that the verified writer has opened instead: for a challenge, with its terms, else for
 * everybody, and of the same protocol if that is known.
 */
export function createTableFinder(client: CommunityClient, challenges: Pick<Challenges, 'termsOf' | 'linkedTables'>) {
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
    const terms = challenges.termsOf(post_id);
    const announced = challenges.linkedTables();
    const isInstead = ({ protocol_id, options, for_public_key }: TableEntry) =>
      terms
        ? for_public_key !== null &&
          protocol_id === terms.protocol_id &&
          canonicalJson(options as JsonObject) === canonicalJson(terms.options)
        : for_public_key === null && (!invitation || protocol_id === invitation.protocol_id);
    const instead = (await activeTables()).find(
      (table) => table.public_key === writer && !announced.has(table.post_id) && isInstead(table),
    );
    return instead?.post_id ?? null;
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
    tables.push(...results.filter(({ status }) => status === 'active'));
  }
  return tables;
}
