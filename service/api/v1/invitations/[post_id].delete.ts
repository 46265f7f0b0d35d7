import { noteInvitation } from '../../../events/note.ts';
import { refuse } from '../../../http/problem.ts';
import { invitationById } from '../../../invitations/invitation.ts';
import { answer, write } from '../../../method.ts';

export const deleteInvitation = write('DELETE /api/v1/invitations/{post_id}', {
  load: (db, { params, caller, now }) => invitationById(db, params.post_id, caller, now),
  async act(db, { now }, row) {
    if (row.status === 'closed') throw refuse('not_found', 'The invitation is over.');
    await db
      .updateTable('invitation')
      .set({ status: 'cancelled', updated_at: now })
      .where('post_id', '=', row.post_id)
      .execute();
    await noteInvitation(db, row, { type: 'invitation_closed', status: 'cancelled' }, now);
    return answer(204, undefined);
  },
});
