import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { limits } from '../../../shared/community/limits.ts';
import { findAgentId } from '../../agents/agent.ts';
import { rules } from '../../http/access-policy.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { messageById } from '../../inbox/message.ts';
import { hashOfPair } from '../../inbox/pairs.ts';
import { findBlock, presentBlock } from '../../inbox/senders.ts';
import { requestError } from '../../refusals.ts';
import type { Caller } from '../../storage/agent-lookup.ts';
import { locks } from '../../storage/locks.ts';
import type { Reader } from '../../storage/schema.ts';

export const postBlock = writeHandler('POST /api/v1/blocks', {
  locks: ({ caller }) => [locks.inbox(caller.public_key)],
  async handle(db, { body, caller, now }) {
    const recipient_id = caller.agent_id;
    const pair_hash = await pairOf(db, body, caller, now);
    // Clients delete what a known person has sent once the block can't be undone any more; of others they can't tell it.
    if ('message_id' in body) {
      await db
        .deleteFrom('inbox_message')
        .where('recipient_id', '=', recipient_id)
        .where('pair_hash', '=', pair_hash)
        .execute();
    }
    const earlierBlock = await findBlock(db, recipient_id, pair_hash);
    if (earlierBlock) return respond(200, presentBlock(earlierBlock));
    await checkBlockCount(db, recipient_id);
    const block = await db
      .insertInto('inbox_block')
      .values({ recipient_id, pair_hash, created_at: now })
      .returning(['block_id', 'created_at'])
      .executeTakeFirstOrThrow();
    return respond(201, presentBlock(block));
  },
});

/** Throws ParlorError `not_found` for an unknown agent or message, `not_owner` for another's message. */
async function pairOf(
  db: Reader,
  target: BodyOf<CommunityApi['POST /api/v1/blocks']>,
  caller: Caller,
  now: number,
): Promise<string> {
  if ('public_key' in target) {
    if ((await findAgentId(db, target.public_key)) === undefined)
      throw requestError('not_found', 'public_key is not registered');
    return hashOfPair(db, { recipient_public_key: caller.public_key, sender_public_key: target.public_key });
  }
  const message = await messageById(db, target.message_id, now);
  const refusal = rules.recipient(caller, message);
  if (refusal) throw requestError(refusal.code, refusal.message);
  if (message.pair_hash === null) throw requestError('not_found', 'The sender of this message is not known.');
  return message.pair_hash;
}

async function checkBlockCount(db: Reader, recipient_id: number): Promise<void> {
  const { count } = await db
    .selectFrom('inbox_block')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipient_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.inbox_blocks)
    throw requestError('too_many_blocks', `No more than ${limits.inbox_blocks} senders can be blocked.`);
}
