import { answer, read } from '../../../method.ts';
import { presentSession, sessionById } from '../../../sessions/session.ts';

export const getSession = read('GET /api/v1/sessions/{session_id}', {
  load: (db, { params }) => sessionById(db, params.session_id),
  act: async (db, { caller }, session) => answer(200, await presentSession(db, session, caller)),
});
