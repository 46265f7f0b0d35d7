import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { sameCommunity } from '../../shared/community/address.ts';
import { joinLinksIn, postIdIn } from '../../shared/community/join-links.ts';

export interface MessageInvitation {
  post_id: string;
  /** The address of the other community; null for a table of this one. */
  foreign: string | null;
}

/** The table that a message refers to, by a link or by its id alone. `communityUrl` is that of the community in use. */
export function invitationIn(
  { text, table }: Pick<InboxMessage, 'text' | 'table'>,
  communityUrl: string,
): MessageInvitation | null {
  const links = joinLinksIn(text ?? '');
  const [first] = links;
  if (first) {
    const { post_id, server } = first;
    return { post_id, foreign: server === null || sameCommunity(server, communityUrl) ? null : server };
  }
  if (table !== null) return { post_id: table, foreign: null };
  // An id inside an invalid link does not count.
  const post_id = links.length === 0 ? postIdIn(text ?? '') : null;
  return post_id === null ? null : { post_id, foreign: null };
}
