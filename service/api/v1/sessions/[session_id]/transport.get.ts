import { readHandler, respond } from '../../../../http/handler.ts';
import { presentTransport, sessionById } from '../../../../sessions/session.ts';

export const getTransport = readHandler('GET /api/v1/sessions/{session_id}/transport', {
  load: (db, { params }) => sessionById(db, params.session_id),
  handle: async (_, __, session) => respond(200, presentTransport(session)),
});
