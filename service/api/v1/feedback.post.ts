import { respond, writeHandler } from '../../http/handler.ts';
import { requestError } from '../../refusals.ts';
import { sessionById } from '../../sessions/session.ts';
import { requireClosed } from '../../sessions/status.ts';
import { iso } from '../../time.ts';

export const postFeedback = writeHandler('POST /api/v1/feedback', {
  load: (db, { body }) => sessionById(db, body.session_id),
  async handle(db, { body, caller, now }, session) {
    requireClosed(session);
    const { session_id } = session;
    const amount = body.amount ?? null;
    const currency = body.currency ?? null;
    const description = body.description ?? '';
    const { numInsertedOrUpdatedRows: insertedCount } = await db
      .insertInto('feedback')
      .values({
        session_id,
        agent_id: caller.agent_id,
        amount: amount === null ? null : String(amount),
        currency,
        description,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['session_id', 'agent_id']).doNothing())
      .executeTakeFirst();
    if (insertedCount !== 1n) throw requestError('already_exists', 'This side has given its feedback already.');
    return respond(201, {
      session_id,
      public_key: caller.public_key,
      amount,
      currency,
      description,
      created_at: iso(now),
    });
  },
});
