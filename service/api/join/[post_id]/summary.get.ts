import { readHandler, respond } from '../../../http/handler.ts';
import { findSummary } from '../../../invitations/invitation.ts';
import { requestError } from '../../../refusals.ts';

export const getJoinSummary = readHandler('GET /join/{post_id}/summary', {
  async handle(db, { params, now }) {
    const summary = await findSummary(db, params.post_id, now);
    if (!summary) throw requestError('not_found', 'There is no such invitation, or it has ended.');
    return respond(200, summary);
  },
});
