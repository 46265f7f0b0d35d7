import { invitationById, presentInvitation } from '../../../invitations/invitation.ts';
import { answer, read } from '../../../method.ts';

export const getInvitation = read('GET /api/v1/invitations/{post_id}', {
  load: (db, { params, caller, now }) => invitationById(db, params.post_id, caller, now),
  act: async (db, { caller, now }, row) => answer(200, await presentInvitation(db, row, caller, now)),
});
