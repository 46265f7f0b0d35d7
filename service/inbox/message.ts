/** Messages as stored, and their form in the list of an inbox. */
import { requestError } from '../refusals.ts';
import type { InboxMessageTable, Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

const messageQuery = statement((db, { message_id }: { message_id: number }) =>
  db.selectFrom('inbox_message').selectAll().where('message_id', '=', message_id),
);

/** A message that has not expired. */
export async function messageById(db: Reader, message_id: number, now: number) {
  const row = await messageQuery.first(db, { message_id });
  if (!row || row.expires_at <= now) throw requestError('not_found', 'There is no such message, or it has expired.');
  return row;
}

type MessageHead = Pick<InboxMessageTable, 'size' | 'created_at' | 'expires_at'> & { message_id: number };

export const presentEntry = ({ message_id, size, created_at, expires_at }: MessageHead) => ({
  id: message_id,
  size,
  created_at: iso(created_at),
  expires_at: iso(expires_at),
});
