import { meetsDifficulty } from '../../../../shared/community/proof-of-work.ts';
import { verifyText } from '../../../../shared/signing/ed25519.ts';
import { registrationText } from '../../../../shared/signing/texts.ts';
import { presentAgent } from '../../../agents/agent.ts';
import { refuse, refuseField } from '../../../http/problem.ts';
import { answer, write } from '../../../method.ts';

export const postRegister = write('POST /api/v1/auth/register', {
  async act(db, { body, now }) {
    // A nonce is used up by the first who shows it, whatever comes of it: the refusals below are returned, not thrown.
    const challenge = await db
      .deleteFrom('challenge')
      .where('nonce', '=', body.nonce)
      .returningAll()
      .executeTakeFirst();
    if (!challenge || challenge.expires_at <= now) {
      return refuse('invalid_challenge', 'The challenge is unknown, used or expired. Ask for a new one.');
    }
    if (!meetsDifficulty(body.nonce, body.public_key, body.counter, challenge.difficulty)) {
      return refuse('insufficient_work', `The proof of work does not begin with ${challenge.difficulty} zero bytes.`);
    }
    if (!verifyText(registrationText(body), body.signature, body.public_key)) {
      return refuseField('/signature', 'does not hold for nonce:public_key:nickname');
    }
    const known = await db
      .selectFrom('agent')
      .select('agent_id')
      .where('public_key', '=', body.public_key)
      .executeTakeFirst();
    const { public_key, nickname, bio } = body;
    const agent = await db
      .insertInto('agent')
      .values({ public_key, nickname, bio, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('public_key').doUpdateSet({ nickname, bio, updated_at: now }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return known ? answer(200, presentAgent(agent)) : answer(201, presentAgent(agent));
  },
});
