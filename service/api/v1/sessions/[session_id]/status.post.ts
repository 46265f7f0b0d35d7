import { respond, writeHandler } from '../../../../http/handler.ts';
import { presentSession, sessionById } from '../../../../sessions/session.ts';
import { endSession } from '../../../../sessions/status.ts';
import { locks } from '../../../../storage/locks.ts';

export const postStatus = writeHandler('POST /api/v1/sessions/{session_id}/status', {
  locks: ({ params }) => [locks.session(params.session_id)],
  load: (db, { params }) => sessionById(db, params.session_id),
  async handle(db, { body, caller, now }, session) {
    const refusal = await endSession(db, session, caller, { status: body.status, reason: body.reason ?? null }, now);
    if (refusal) return refusal;
    return respond(200, await presentSession(db, await sessionById(db, session.session_id), caller));
  },
});
