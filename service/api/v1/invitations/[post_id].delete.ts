import { recordInvitationEvent } from '../../../events/record.ts';
import { respond, writeHandler } from '../../../http/handler.ts';
import { invitationById } from '../../../invitations/invitation.ts';
import { requestError } from '../../../refusals.ts';
import { locks } from '../../../storage/locks.ts';

export const deleteInvitation = writeHandler('DELETE /api/v1/invitations/{post_id}', {
  locks: ({ params }) => [locks.invitation(params.post_id)],
  load: (db, { params, caller, now }) => invitationById(db, params.post_id, caller, now),
  async handle(db, { now }, row) {
    const cancelled = await db
      .updateTable('invitation')
      .set({ status: 'cancelled', updated_at: now })
      .where('post_id', '=', row.post_id)
      .where('status', 'in', ['active', 'matched'])
      .executeTakeFirst();
    if (cancelled.numUpdatedRows === 0n) throw requestError('not_found', 'The invitation has ended.');
    await recordInvitationEvent(db, row, { type: 'invitation_closed', status: 'cancelled' }, now);
    return respond(204, undefined);
  },
});
