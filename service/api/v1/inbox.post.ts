import { limits } from '../../../shared/community/limits.ts';
import { reputationOf } from '../../agents/karma.ts';
import { note } from '../../events/note.ts';
import { refuse } from '../../http/problem.ts';
import { capacities, presentEntry } from '../../inbox/message.ts';
import { answer, write } from '../../method.ts';
import type { Reader } from '../../storage/schema.ts';

export const postMessage = write('POST /api/v1/inbox', {
  async act(db, { body, now }) {
    const ciphertext = Buffer.from(body.ciphertext, 'base64');
    const size = ciphertext.length;
    const max_bytes = limits.inbox_ciphertext_bytes;
    if (size > max_bytes) throw refuse('payload_too_large', `More than ${max_bytes} bytes.`, { max_bytes });
    const recipient_id = await recipientOf(db, body.recipient_public_key);
    await checkRoom(db, recipient_id, now);
    const head = { size, created_at: now, expires_at: now + limits.inbox_seconds * 1000 };
    const { message_id } = await db
      .insertInto('inbox_message')
      .values({ recipient_id, ciphertext, ...head })
      .returning('message_id')
      .executeTakeFirstOrThrow();
    await note(db, { type: 'message_received', id: message_id }, [recipient_id], now);
    return answer(201, presentEntry({ message_id, ...head }));
  },
});

async function recipientOf(db: Reader, publicKey: string): Promise<number> {
  const row = await db.selectFrom('agent').select('agent_id').where('public_key', '=', publicKey).executeTakeFirst();
  if (!row) throw refuse('not_found', 'recipient_public_key is not registered');
  return row.agent_id;
}

async function checkRoom(db: Reader, recipientId: number, now: number): Promise<void> {
  const { level } = await reputationOf(db, recipientId);
  const capacity = capacities[level];
  const { count } = await db
    .selectFrom('inbox_message')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('recipient_id', '=', recipientId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(count) < capacity) return;
  throw refuse('inbox_full', `The inbox holds ${capacity} messages and is full.`, { capacity });
}
