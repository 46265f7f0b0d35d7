import { readHandler, respond } from '../../../http/handler.ts';
import { presentSession, sessionById } from '../../../sessions/session.ts';

export const getSession = readHandler('GET /api/v1/sessions/{session_id}', {
  load: (db, { params }) => sessionById(db, params.session_id),
  handle: async (db, { caller }, session) => respond(200, await presentSession(db, session, caller)),
});
