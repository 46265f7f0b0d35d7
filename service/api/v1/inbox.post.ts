import { limits } from '../../../shared/community/limits.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { checkCapacity } from '../../inbox/capacity.ts';
import { presentEntry } from '../../inbox/message.ts';
import { hashOfPair } from '../../inbox/pairs.ts';
import { requireUnblocked, takeFromQuota } from '../../inbox/senders.ts';
import { requestError } from '../../refusals.ts';

export const postMessage = writeHandler('POST /api/v1/inbox', {
  async handle(db, { body, caller, now, context: { config } }) {
    const ciphertext = Buffer.from(body.ciphertext, 'base64');
    const size = ciphertext.length;
    const max_bytes = limits.inbox_ciphertext_bytes;
    if (size > max_bytes) throw requestError('payload_too_large', `More than ${max_bytes} bytes.`, { max_bytes });
    const recipient_id = await findAgentId(db, body.recipient_public_key);
    if (recipient_id === undefined) throw requestError('not_found', 'recipient_public_key is not registered');
    const { recipient_public_key } = body;
    const pair_hash = await hashOfPair(db, { recipient_public_key, sender_public_key: caller.public_key });
    await requireUnblocked(db, recipient_id, pair_hash);
    await checkCapacity(db, recipient_id, now);
    if (config.inboxQuota !== null) await takeFromQuota(db, pair_hash, config.inboxQuota, now);
    const metadata = { size, created_at: now, expires_at: now + limits.inbox_seconds * 1000 };
    const { message_id } = await db
      .insertInto('inbox_message')
      .values({ recipient_id, ciphertext, pair_hash, ...metadata })
      .returning('message_id')
      .executeTakeFirstOrThrow();
    await recordEvent(db, { type: 'message_received', id: message_id }, [recipient_id], now);
    return respond(201, presentEntry({ message_id, ...metadata }));
  },
});
