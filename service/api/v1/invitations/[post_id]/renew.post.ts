import { recordInvitationEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { invitationById, presentInvitation } from '../../../../invitations/invitation.ts';
import { requestError } from '../../../../refusals.ts';
import { locks } from '../../../../storage/locks.ts';

export const postRenew = writeHandler('POST /api/v1/invitations/{post_id}/renew', {
  locks: ({ params }) => [locks.invitation(params.post_id)],
  load: (db, { params, caller, now }) => invitationById(db, params.post_id, caller, now),
  async handle(db, { body, caller, now }, row) {
    // The same code as for an unknown id, as an invitation that is no longer open has left the list.
    if (row.status !== 'active') throw requestError('not_found', `The invitation is ${row.status}.`);
    const ttl_seconds = body.ttl_seconds ?? row.ttl_seconds;
    const changes = { ttl_seconds, updated_at: now, expires_at: now + ttl_seconds * 1000 };
    const renewed = await db
      .updateTable('invitation')
      .set(changes)
      .where('post_id', '=', row.post_id)
      // Operators and the sweep end invitations without its lock.
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (renewed.numUpdatedRows === 0n) throw requestError('not_found', 'The invitation has ended.');
    await recordInvitationEvent(db, row, { type: 'invitation_renewed' }, now);
    return respond(200, await presentInvitation(db, { ...row, ...changes }, caller, now));
  },
});
