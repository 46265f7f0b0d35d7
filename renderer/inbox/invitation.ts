import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { sameCommunity } from '../../shared/community/address.ts';
import { findJoinLinks, findPostId } from '../../shared/community/join-links.ts';

export interface MessageInvitation {
  post_id: string;
  /** The address of the other community; null for a table of this one. */
  foreignServer: string | null;
}

/** The table that a message refers to, by a link or by its id alone. `communityUrl` is that of the community in use. */
export function findInvitation(
  { text, table }: Pick<InboxMessage, 'text' | 'table'>,
  communityUrl: string,
): MessageInvitation | null {
  const links = findJoinLinks(text ?? '');
  const [firstLink] = links;
  if (firstLink) {
    const { post_id, server } = firstLink;
    return { post_id, foreignServer: server === null || sameCommunity(server, communityUrl) ? null : server };
  }
  if (table !== null) return { post_id: table, foreignServer: null };
  // An id inside an invalid link does not count.
  const post_id = links.length === 0 ? findPostId(text ?? '') : null;
  return post_id === null ? null : { post_id, foreignServer: null };
}
