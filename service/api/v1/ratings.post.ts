import { addScore } from '../../agents/karma.ts';
import { recordEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { requestError } from '../../refusals.ts';
import { sessionById, sideOf } from '../../sessions/session.ts';
import { requireClosed } from '../../sessions/status.ts';
import { iso } from '../../time.ts';

export const postRating = writeHandler('POST /api/v1/ratings', {
  load: (db, { body }) => sessionById(db, body.session_id),
  async handle(db, { body: { score, comment: givenComment }, caller, now }, session) {
    requireClosed(session);
    const { session_id, host_id, guest_id, host_public_key, guest_public_key } = session;
    const ratedAgent =
      sideOf(session, caller) === 'host'
        ? { agent_id: guest_id, public_key: guest_public_key }
        : { agent_id: host_id, public_key: host_public_key };
    const comment = givenComment ?? '';
    const { numInsertedOrUpdatedRows: insertedCount } = await db
      .insertInto('rating')
      .values({ session_id, rater_id: caller.agent_id, rated_id: ratedAgent.agent_id, score, comment, created_at: now })
      .onConflict((conflict) => conflict.columns(['session_id', 'rater_id']).doNothing())
      .executeTakeFirst();
    if (insertedCount !== 1n) throw requestError('already_exists', 'This side has rated the session already.');
    await addScore(db, ratedAgent, score, now);
    await recordEvent(db, { type: 'rating_received', session_id }, [ratedAgent.agent_id], now);
    return respond(201, {
      session_id,
      rater_public_key: caller.public_key,
      rated_public_key: ratedAgent.public_key,
      score,
      comment,
      created_at: iso(now),
    });
  },
});
