import { participants, recordEvent, recordInvitationEvent } from '../../../../events/record.ts';
import { respond, write } from '../../../../http/handler.ts';
import { refuse } from '../../../../refuse.ts';
import { presentSession, sessionById, sideOf } from '../../../../sessions/session.ts';

export const postStatus = write('POST /api/v1/sessions/{session_id}/status', {
  load: (db, { params }) => sessionById(db, params.session_id),
  async handle(db, { body, caller, now }, session) {
    if (session.status !== 'matched') {
      throw refuse('session_terminal', `The session is already ${session.status}.`, { session_status: session.status });
    }
    const { session_id, post_id } = session;
    await db
      .updateTable('session')
      .set({
        status: body.status,
        status_reason: body.reason ?? null,
        status_by: sideOf(session, caller),
        updated_at: now,
        closed_at: now,
      })
      .where('session_id', '=', session_id)
      .execute();
    await recordEvent(db, { type: 'session_status', session_id, status: body.status }, participants(session), now);
    const invitation = await db
      .updateTable('invitation')
      .set({ status: 'closed', updated_at: now })
      .where('post_id', '=', post_id)
      .where('host_id', '=', session.host_id)
      .where('status', '=', 'matched')
      .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
      .executeTakeFirst();
    if (invitation) await recordInvitationEvent(db, invitation, { type: 'invitation_closed', status: 'closed' }, now);
    return respond(200, await presentSession(db, await sessionById(db, session_id), caller));
  },
});
