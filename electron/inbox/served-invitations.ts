/**
 * Which received messages have served their purpose: those that end with the link to a table that no longer waits for a guest, as a
 * challenge that was accepted, declined or withdrawn. They need no slot at the community any more; they remain readable here.
 */
import type { CommunityEvent } from '../../shared/community/events.ts';
import type { Invitation } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { challengeWords } from '../../shared/inbox/challenge.ts';
import { linkedPostId } from '../../shared/inbox/message.ts';
import type { CommunityClient } from '../community/client.ts';
import { readInvitation } from './find-open-table.ts';
import type { StoredMessage } from './stored-entries.ts';

export interface ServedInvitations {
  isServed(message: StoredMessage): Promise<boolean>;
  /** Whether messages may have served since the event. */
  note(event: CommunityEvent): boolean;
}

/**
 * `isDeclined`: whether the user has declined the challenge of a table, which its host may not know yet. `onRead`: called with
 * each invitation that is for one person.
 */
export function createServedInvitations(
  client: CommunityClient,
  isDeclined: (post_id: string) => boolean,
  onRead: (invitation: Invitation) => Promise<void>,
): ServedInvitations {
  /** Tables whose end would be reported by an event, since they were open when they were read. */
  const open = new Set<string>();

  async function isClosed(post_id: string): Promise<boolean> {
    if (open.has(post_id)) return false;
    // Added first: the table may close while it is read.
    open.add(post_id);
    try {
      const invitation = await readInvitation(client, post_id);
      if (invitation && invitation.for_public_key !== null) await onRead(invitation);
      // The end of an unlisted table is reported to its host alone.
      if (invitation?.status !== 'active' || invitation.visibility === 'unlisted') open.delete(post_id);
      return invitation?.status !== 'active';
    } catch (error) {
      open.delete(post_id);
      if (!(error instanceof ParlorError)) throw error;
      // A link that the community can't answer for must not keep other messages from arriving.
      return false;
    }
  }

  return {
    async isServed({ words }) {
      const post_id = words === null ? null : linkedPostId(words);
      if (words === null || post_id === null || challengeWords(words, post_id) === null) return false;
      return isDeclined(post_id) || isClosed(post_id);
    },
    note(event) {
      if (event.type === 'hello' || event.type === 'reset') open.clear();
      else if (event.type !== 'invitation_matched' && event.type !== 'invitation_closed') return false;
      else return open.delete(event.post_id);
      return true;
    },
  };
}
