import { readHandler, respond } from '../../../http/handler.ts';
import { invitationById, presentInvitation } from '../../../invitations/invitation.ts';

export const getInvitation = readHandler('GET /api/v1/invitations/{post_id}', {
  load: (db, { params, caller, now }) => invitationById(db, params.post_id, caller, now),
  handle: async (db, { caller, now }, row) => respond(200, await presentInvitation(db, row, caller, now)),
});
