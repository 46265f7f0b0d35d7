import { readHandler, respond } from '../../http/handler.ts';
import { readNumericCursor, toPage } from '../../http/pagination.ts';
import { presentEntry } from '../../inbox/message.ts';

export const getInbox = readHandler('GET /api/v1/inbox', {
  async handle(db, { query, caller, now }) {
    const list = { inbox: caller.agent_id };
    const limit = query.limit ?? 20;
    const position = readNumericCursor(list, query.cursor);
    const fetchedRows = await db
      .selectFrom('inbox_message')
      .select(['message_id', 'size', 'created_at', 'expires_at'])
      .where('recipient_id', '=', caller.agent_id)
      .where('expires_at', '>', now)
      .$if(position !== null, (builder) =>
        builder.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'message_id'), '<', tuple(position!.sortKey, position!.id)),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, (row) => ({
      sortKey: row.created_at,
      id: row.message_id,
    }));
    return respond(200, { entries: rows.map(presentEntry), next_cursor });
  },
});
