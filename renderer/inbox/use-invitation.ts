import type { InvitedTo } from '../../shared/bridge/contract.ts';
import { refusedSubject } from '../../shared/notices/subjects.ts';
import { useNotices } from '../core/context.tsx';
import { useOffer, useTableFrom } from './queries.ts';

/**
 * What is known of a table of this community that a message of `writer` leads to: the table of this computer that began from it, else the
 * offer that still stands. Neither while that is looked for.
 */
export function useInvitation(postId: string, writer: string | null, invitedTo: InvitedTo | null) {
  const found = useOffer(postId, writer);
  const table = useTableFrom(postId);
  // What was played or declined is over, even if the same is offered again.
  const isAnswered = table != null || invitedTo?.declined === true;
  const offer = isAnswered && found.offer?.post_id !== postId ? null : found.offer;
  const refused = [postId, ...(offer ? [offer.post_id] : [])].map(refusedSubject);
  const isRefused = useNotices()?.dismissed.some(({ subject }) => refused.includes(subject)) ?? false;
  const isDeclined = isRefused || invitedTo?.declined === true;
  return { offer, table, isDeclined, isGone: found.gone };
}
