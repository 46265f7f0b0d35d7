/** Which senders a recipient accepts: not those whom it has blocked, and from each only so many messages in a day. */
import { sql } from 'kysely';
import { limits } from '../../shared/community/limits.ts';
import { requestError } from '../refusals.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

const blockQuery = statement((db, { recipient_id, pair_hash }: { recipient_id: number; pair_hash: string }) =>
  db
    .selectFrom('inbox_block')
    .select(['block_id', 'created_at'])
    .where('recipient_id', '=', recipient_id)
    .where('pair_hash', '=', pair_hash),
);

export const findBlock = (db: Reader, recipient_id: number, pair_hash: string) =>
  blockQuery.first(db, { recipient_id, pair_hash });

export const presentBlock = ({ block_id, created_at }: { block_id: number; created_at: number }) => ({
  block_id,
  created_at: iso(created_at),
});

/** Throws ParlorError `blocked_by_recipient`. */
export async function requireUnblocked(db: Reader, recipient_id: number, pair_hash: string): Promise<void> {
  if (await findBlock(db, recipient_id, pair_hash))
    throw requestError('blocked_by_recipient', 'The recipient has blocked this sender.');
}

/** Counts a message against the sender's quota for this recipient. Throws ParlorError `rate_limited` once it is used up. */
export async function takeFromQuota(db: Writer, pair_hash: string, quota: number, now: number): Promise<void> {
  const expires_at = now + limits.inbox_seconds * 1000;
  const isOver = sql<boolean>`inbox_quota.expires_at <= ${now}`;
  const used = await db
    .insertInto('inbox_quota')
    .values({ pair_hash, sent: 1, expires_at })
    .onConflict((conflict) =>
      conflict.column('pair_hash').doUpdateSet({
        sent: sql`CASE WHEN ${isOver} THEN 1 ELSE inbox_quota.sent + 1 END`,
        expires_at: sql`CASE WHEN ${isOver} THEN ${expires_at} ELSE inbox_quota.expires_at END`,
      }),
    )
    .returning(['sent', 'expires_at'])
    .executeTakeFirstOrThrow();
  if (used.sent <= quota) return;
  const retry_after = Math.max(1, Math.ceil((used.expires_at - now) / 1000));
  throw requestError('rate_limited', `No more than ${quota} messages a day to the same recipient.`, { retry_after });
}
