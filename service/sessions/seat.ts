/**
 * One session at a time for an invitation. The first guest takes it, unless its host confirms the guest that it seats: then the sessions of
 * guests are claims, which take nothing from others and end when one of them is confirmed, or when their time is over.
 */
import type { Selectable } from 'kysely';
import { limits } from '../../shared/community/limits.ts';
import { recordEvent, recordInvitationEvent } from '../events/record.ts';
import { requestError } from '../refusals.ts';
import type { InvitationTable, SessionTable, Writer } from '../storage/schema.ts';

type Claim = Pick<SessionTable, 'session_id' | 'post_id'>;

const goneError = () => requestError('invitation_gone', 'The invitation was withdrawn or has expired.');
const takenError = () => requestError('invitation_taken', 'Another guest has taken the seat.');

/**
 * Until when a new session may be confirmed; null if it takes the invitation at once. Throws ParlorError `invitation_taken`, or
 * `invitation_gone` once it was withdrawn or has expired.
 */
export async function admitSession(
  db: Writer,
  invitation: Pick<Selectable<InvitationTable>, 'post_id' | 'host_confirms' | 'status' | 'expires_at'>,
  { guest_id, isByHost }: { guest_id: number; isByHost: boolean },
  now: number,
): Promise<number | null> {
  const { post_id, status, expires_at } = invitation;
  if (status === 'matched' || status === 'closed') throw takenError();
  if (status !== 'active' || expires_at <= now) throw goneError();
  if (invitation.host_confirms === 0) {
    await requireFree(db, post_id);
    await takeInvitation(db, post_id, ['active'], now);
    return null;
  }
  if (isByHost) {
    await requireFree(db, post_id);
    await takeInvitation(db, post_id, ['active'], now);
    await endClaims(db, { post_id }, now);
    return null;
  }
  // A guest has one claim at a time.
  await endClaims(db, { post_id, guest_id }, now);
  return now + limits.invitation_claim_seconds * 1000;
}

/** The host has seated the guest of this claim. Throws ParlorError `invitation_taken` if it has seated another one. */
export async function confirmClaim(db: Writer, { session_id, post_id }: Claim, now: number): Promise<void> {
  await requireFree(db, post_id);
  const confirmed = await db
    .updateTable('session')
    .set({ claim_expires_at: null, updated_at: now })
    .where('session_id', '=', session_id)
    .where('status', '=', 'matched')
    .executeTakeFirst();
  // The sweep has just ended it, without the session's lock.
  if (confirmed.numUpdatedRows === 0n) return;
  // Since its guest's claim, the invitation may have expired or been withdrawn.
  await takeInvitation(db, post_id, ['active', 'expired', 'cancelled'], now);
  await endClaims(db, { post_id }, now);
}

/** Ends the claims whose time is over. */
export const endExpiredClaims = (db: Writer, now: number): Promise<void> => endClaims(db, { expired: true }, now);

/** Throws ParlorError `invitation_taken` if a guest has the seat. The caller holds the lock of the invitation. */
async function requireFree(db: Writer, post_id: string): Promise<void> {
  // A host may withdraw an invitation whose guest it has seated.
  const seated = await db
    .selectFrom('session')
    .select('session_id')
    .where('post_id', '=', post_id)
    .where('status', '=', 'matched')
    .where('claim_expires_at', 'is', null)
    .executeTakeFirst();
  if (seated) throw takenError();
}

/** `from`: the statuses that it may have. */
async function takeInvitation(
  db: Writer,
  post_id: string,
  from: readonly ('active' | 'expired' | 'cancelled')[],
  now: number,
): Promise<void> {
  const invitation = await db
    .updateTable('invitation')
    .set({ status: 'matched', updated_at: now })
    .where('post_id', '=', post_id)
    .where('status', 'in', from)
    .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
    .executeTakeFirst();
  // Operators and the sweep end invitations without its lock.
  if (!invitation) throw from.includes('cancelled') ? takenError() : goneError();
  await recordInvitationEvent(db, invitation, { type: 'invitation_matched' }, now);
}

async function endClaims(
  db: Writer,
  { post_id, guest_id, expired }: { post_id?: string; guest_id?: number; expired?: true },
  now: number,
): Promise<void> {
  const claims = await db
    .updateTable('session')
    .set({ status: 'cancelled', status_reason: 'not_seated', status_by: 'host', updated_at: now, closed_at: now })
    .where('status', '=', 'matched')
    .$if(post_id !== undefined, (query) => query.where('post_id', '=', post_id!))
    .$if(guest_id !== undefined, (query) => query.where('guest_id', '=', guest_id!))
    .where('claim_expires_at', expired ? '<=' : 'is not', expired ? now : null)
    .returning(['session_id', 'guest_id'])
    .execute();
  for (const { session_id, guest_id } of claims)
    await recordEvent(db, { type: 'session_status', session_id, status: 'cancelled' }, [guest_id], now);
}
