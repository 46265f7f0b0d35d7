import type { InvitedTo } from '../../shared/bridge/contract.ts';
import { refusedSubject } from '../../shared/notices/subjects.ts';
import { useHosting, useNotices } from '../core/context.tsx';
import { findHostedTable } from '../hosting/host-request.ts';
import { useOffer, useTableFrom } from './queries.ts';

/**
 * What is known of a table of this community that a message of `writer` leads to: the table of this computer that began from it, else the
 * offer that still stands. Neither while that is looked for.
 */
export function useInvitation(postId: string, writer: string | null, invitedTo: InvitedTo | null) {
  const found = useOffer(postId, writer);
  const table = useTableFrom(postId);
  const isHosted = findHostedTable(useHosting(), postId) !== undefined;
  // Another table of the same person isn't the one of this challenge, unless that was posted again.
  const isOther =
    invitedTo !== null && found.offer !== null && found.offer.post_id !== postId && !found.offer.for_me && !isHosted;
  const offer = isOther ? null : found.offer;
  const refused = [postId, ...(offer ? [offer.post_id] : [])].map(refusedSubject);
  const isRefused = useNotices()?.dismissed.some(({ subject }) => refused.includes(subject)) ?? false;
  const isDeclined = isRefused || invitedTo?.declined === true;
  return { offer, table, isDeclined, isGone: isOther || found.gone };
}
