/** The capacity of an inbox, which grows with its owner's karma. */
import { limits } from '../../shared/community/limits.ts';
import { reputationOf } from '../agents/karma.ts';
import { requestError } from '../refusals.ts';
import type { Reader } from '../storage/schema.ts';
import { statement, together } from '../storage/statement.ts';

const messageCount = statement((db, { recipient_id, now }: { recipient_id: number; now: number }) =>
  db
    .selectFrom('inbox_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipient_id)
    .where('expires_at', '>', now),
);

/** Throws ParlorError `inbox_full`. The caller holds the lock of the inbox. */
export async function checkCapacity(db: Reader, recipient_id: number, now: number): Promise<void> {
  const [{ level }, counted] = await together(
    reputationOf(db, recipient_id),
    messageCount.first(db, { recipient_id, now }),
  );
  const capacity = limits[`inbox_messages_${level}`];
  if (counted!.count < capacity) return;
  throw requestError('inbox_full', `The inbox holds ${capacity} messages and is full.`, { capacity });
}
