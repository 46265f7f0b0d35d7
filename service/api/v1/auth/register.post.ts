import { meetsDifficulty } from '../../../../shared/community/proof-of-work.ts';
import { verifyText } from '../../../../shared/signing/ed25519.ts';
import { registrationText } from '../../../../shared/signing/texts.ts';
import { findAgentId, presentAgent } from '../../../agents/agent.ts';
import { storeTerms } from '../../../agents/find-by-name.ts';
import { bannedError, hasBan } from '../../../http/banned.ts';
import { respond, writeHandler } from '../../../http/handler.ts';
import { refusalOf } from '../../../order/admission.ts';
import { fieldError, requestError } from '../../../refusals.ts';
import { lock, locks } from '../../../storage/locks.ts';

export const postRegister = writeHandler('POST /api/v1/auth/register', {
  async handle(db, { body, now }) {
    // A nonce works once, even if the registration is refused: the errors below are returned, not thrown, so the delete commits.
    const challenge = await db
      .deleteFrom('challenge')
      .where('nonce', '=', body.nonce)
      .returningAll()
      .executeTakeFirst();
    if (!challenge || challenge.expires_at <= now) {
      return requestError('invalid_challenge', 'The challenge is unknown, used or expired. Request a new one.');
    }
    if (!meetsDifficulty(body.nonce, body.public_key, body.counter, challenge.difficulty)) {
      return requestError(
        'insufficient_work',
        `The proof of work does not begin with ${challenge.difficulty} zero bytes.`,
      );
    }
    if (!verifyText(registrationText(body), body.signature, body.public_key)) {
      return fieldError('/signature', 'is not a signature of nonce:public_key:nickname by this key');
    }
    // Whoever can't sign with a key holds up nothing of its owner.
    await lock(db, locks.agent(body.public_key));
    if (await hasBan(db, body.public_key)) return bannedError();
    const { public_key, nickname, bio } = body;
    const isNew = (await findAgentId(db, public_key)) === undefined;
    const refusal = isNew ? await refusalOf(db, { public_key, code: body.admission_code, now }) : null;
    if (refusal) return refusal;
    const agent = await db
      .insertInto('agent')
      .values({ public_key, nickname, bio, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('public_key').doUpdateSet({ nickname, bio, updated_at: now }))
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeTerms(db, agent.agent_id, nickname);
    return respond(isNew ? 201 : 200, presentAgent(agent));
  },
});
