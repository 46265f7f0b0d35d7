import { answer, read } from '../../../../method.ts';
import { presentTransport, sessionById } from '../../../../sessions/session.ts';

export const getTransport = read('GET /api/v1/sessions/{session_id}/transport', {
  load: (db, { params }) => sessionById(db, params.session_id),
  act: async (_, __, session) => answer(200, presentTransport(session)),
});
