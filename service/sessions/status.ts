/**
 * The status of a session: `matched`, until a participant ends it once as `closed`, `failed` or `cancelled`. Each side's first report of
 * how it ended is stored, since statistics need more than the word of one side.
 */
import type { ParlorError } from '../../shared/errors.ts';
import { participants, recordEvent, recordInvitationEvent } from '../events/record.ts';
import { requestError } from '../refusals.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import type { Writer } from '../storage/schema.ts';
import { type SessionRow, sessionById, sideOf } from './session.ts';

interface StatusReport {
  status: 'closed' | 'failed' | 'cancelled';
  reason: string | null;
}

/**
 * Returns ParlorError `session_terminal` if the session has ended, whose other report is stored all the same. Its invitation ends with it. The
 * caller holds the lock of the session.
 */
export async function endSession(
  db: Writer,
  session: SessionRow,
  caller: Caller,
  report: StatusReport,
  now: number,
): Promise<ParlorError | null> {
  const { session_id, post_id } = session;
  const side = sideOf(session, caller)!;
  const { status, reason } = report;
  if (session[`${side}_status`] === null) {
    await db
      .updateTable('session')
      .set(
        side === 'host' ? { host_status: status, host_reason: reason } : { guest_status: status, guest_reason: reason },
      )
      .where('session_id', '=', session_id)
      .execute();
  }
  const ended = await db
    .updateTable('session')
    .set({ status, status_reason: reason, status_by: side, updated_at: now, closed_at: now })
    .where('session_id', '=', session_id)
    // A claim ends without the session's lock when another guest is seated.
    .where('status', '=', 'matched')
    .returning('claim_expires_at')
    .executeTakeFirst();
  if (!ended) {
    const { status: session_status } = await sessionById(db, session_id);
    return requestError('session_terminal', `The session is already ${session_status}.`, { session_status });
  }
  await recordEvent(db, { type: 'session_status', session_id, status }, participants(session), now);
  // The invitation of a claim belongs to all guests.
  if (ended.claim_expires_at !== null) return null;
  const invitation = await db
    .updateTable('invitation')
    .set({ status: 'closed', updated_at: now })
    .where('post_id', '=', post_id)
    .where('host_id', '=', session.host_id)
    .where('status', '=', 'matched')
    .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
    .executeTakeFirst();
  if (invitation) await recordInvitationEvent(db, invitation, { type: 'invitation_closed', status: 'closed' }, now);
  return null;
}

/** Only closed sessions can be rated and have results, and no claims, whose host has never seated the guest. Throws ParlorError `session_not_closed`. */
export function requireClosed({ status, claim_expires_at }: Pick<SessionRow, 'status' | 'claim_expires_at'>): void {
  const detail = { session_status: status };
  if (status !== 'closed') throw requestError('session_not_closed', `The session is ${status}, not closed.`, detail);
  if (claim_expires_at !== null)
    throw requestError('session_not_closed', 'The host has not confirmed this guest.', detail);
}
