/** The capacity of an inbox, which grows with its owner's karma. */
import { limits } from '../../shared/community/limits.ts';
import { reputationOf } from '../agents/karma.ts';
import { requestError } from '../refusals.ts';
import type { Reader } from '../storage/schema.ts';

/** Throws ParlorError `inbox_full`. */
export async function checkCapacity(db: Reader, recipient_id: number, now: number): Promise<void> {
  const { level } = await reputationOf(db, recipient_id);
  const capacity = limits[`inbox_messages_${level}`];
  const { count } = await db
    .selectFrom('inbox_message')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('recipient_id', '=', recipient_id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(count) < capacity) return;
  throw requestError('inbox_full', `The inbox holds ${capacity} messages and is full.`, { capacity });
}
