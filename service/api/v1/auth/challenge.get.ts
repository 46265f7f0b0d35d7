import { limits } from '../../../../shared/community/limits.ts';
import { respond, writeHandler } from '../../../http/handler.ts';

export const getChallenge = writeHandler('GET /api/v1/auth/challenge', {
  async handle(db, { now, audience, context: { config } }) {
    const nonce = audience.mark();
    const { difficulty } = config;
    await db
      .insertInto('challenge')
      .values({ nonce, difficulty, expires_at: now + limits.challenge_seconds * 1000 })
      .execute();
    return respond(200, { nonce, difficulty });
  },
});
