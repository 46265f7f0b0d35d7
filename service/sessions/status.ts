/** The status of a session: `matched`, until a participant ends it once as `closed`, `failed` or `cancelled`. */
import { participants, recordEvent, recordInvitationEvent } from '../events/record.ts';
import { requestError } from '../refusals.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import type { Writer } from '../storage/schema.ts';
import { type SessionRow, sideOf } from './session.ts';

/** Throws ParlorError `session_terminal` if the session has ended. Its invitation ends with it. */
export async function endSession(
  db: Writer,
  session: SessionRow,
  caller: Caller,
  { status, reason }: { status: 'closed' | 'failed' | 'cancelled'; reason: string | null },
  now: number,
): Promise<void> {
  if (session.status !== 'matched') {
    throw requestError('session_terminal', `The session is already ${session.status}.`, {
      session_status: session.status,
    });
  }
  const { session_id, post_id } = session;
  await db
    .updateTable('session')
    .set({ status, status_reason: reason, status_by: sideOf(session, caller), updated_at: now, closed_at: now })
    .where('session_id', '=', session_id)
    .execute();
  await recordEvent(db, { type: 'session_status', session_id, status }, participants(session), now);
  const invitation = await db
    .updateTable('invitation')
    .set({ status: 'closed', updated_at: now })
    .where('post_id', '=', post_id)
    .where('host_id', '=', session.host_id)
    .where('status', '=', 'matched')
    .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
    .executeTakeFirst();
  if (invitation) await recordInvitationEvent(db, invitation, { type: 'invitation_closed', status: 'closed' }, now);
}

/** Only closed sessions can be rated. Throws ParlorError `session_not_closed`. */
export function requireClosed({ status }: Pick<SessionRow, 'status'>): void {
  if (status !== 'closed') {
    throw requestError('session_not_closed', `The session is ${status}, not closed.`, { session_status: status });
  }
}
