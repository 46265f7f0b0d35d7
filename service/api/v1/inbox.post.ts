import { limits } from '../../../shared/community/limits.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordEvent } from '../../events/record.ts';
import { requireUnbanned } from '../../http/banned.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { checkCapacity } from '../../inbox/capacity.ts';
import { presentEntry } from '../../inbox/message.ts';
import { hashOfPair } from '../../inbox/pairs.ts';
import { requireUnblocked, takeFromQuota } from '../../inbox/senders.ts';
import { requestError } from '../../refusals.ts';
import { locks, shared } from '../../storage/locks.ts';
import { together } from '../../storage/statement.ts';

export const postMessage = writeHandler('POST /api/v1/inbox', {
  locks: ({ body }) => [locks.inbox(body.recipient_public_key), shared(locks.agent(body.recipient_public_key))],
  async load(db, { body: { recipient_public_key }, caller }) {
    const [recipient_id, pair_hash] = await together(
      findAgentId(db, recipient_public_key),
      hashOfPair(db, { recipient_public_key, sender_public_key: caller.public_key }),
      requireUnbanned(db, recipient_public_key),
    );
    return { recipient_id, pair_hash };
  },
  async handle(db, { body, now, context: { config } }, { recipient_id, pair_hash }) {
    const ciphertext = Buffer.from(body.ciphertext, 'base64');
    const size = ciphertext.length;
    const max_bytes = limits.inbox_ciphertext_bytes;
    if (size > max_bytes) throw requestError('payload_too_large', `More than ${max_bytes} bytes.`, { max_bytes });
    if (recipient_id === undefined) throw requestError('not_found', 'recipient_public_key is not registered');
    await together(requireUnblocked(db, recipient_id, pair_hash), checkCapacity(db, recipient_id, now));
    const metadata = { size, created_at: now, expires_at: now + limits.inbox_seconds * 1000 };
    const [{ message_id }] = await together(
      db
        .insertInto('inbox_message')
        .values({ recipient_id, ciphertext, pair_hash, ...metadata })
        .returning('message_id')
        .executeTakeFirstOrThrow(),
      config.inboxQuota === null ? Promise.resolve() : takeFromQuota(db, pair_hash, config.inboxQuota, now),
    );
    await recordEvent(db, { type: 'message_received', id: message_id }, [recipient_id], now);
    return respond(201, presentEntry({ message_id, ...metadata }));
  },
});
