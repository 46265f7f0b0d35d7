/** Messages as stored, and their form in the list of an inbox. */
import { refuse } from '../refusals.ts';
import type { InboxMessageTable, Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

const messageOf = statement((db, { message_id }: { message_id: number }) =>
  db.selectFrom('inbox_message').selectAll().where('message_id', '=', message_id),
);

/** A message that has not expired. */
export async function messageById(db: Reader, message_id: number, now: number) {
  const row = await messageOf.first(db, { message_id });
  if (!row || row.expires_at <= now) throw refuse('not_found', 'There is no such message, or it has expired.');
  return row;
}

type Head = Pick<InboxMessageTable, 'size' | 'created_at' | 'expires_at'> & { message_id: number };

export const presentEntry = ({ message_id, size, created_at, expires_at }: Head) => ({
  id: message_id,
  size,
  created_at: iso(created_at),
  expires_at: iso(expires_at),
});
