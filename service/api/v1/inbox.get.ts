import { read, respond } from '../../http/handler.ts';
import { paged, readNumericCursor } from '../../http/pagination.ts';
import { presentEntry } from '../../inbox/message.ts';

export const getInbox = read('GET /api/v1/inbox', {
  async handle(db, { query, caller, now }) {
    const list = { inbox: caller.agent_id };
    const limit = query.limit ?? 20;
    const position = readNumericCursor(list, query.cursor);
    const fetched = await db
      .selectFrom('inbox_message')
      .select(['message_id', 'size', 'created_at', 'expires_at'])
      .where('recipient_id', '=', caller.agent_id)
      .where('expires_at', '>', now)
      .$if(position !== null, (all) =>
        all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'message_id'), '<', tuple(position!.at, position!.id)),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = paged(fetched, limit, list, (row) => ({ at: row.created_at, id: row.message_id }));
    return respond(200, { entries: rows.map(presentEntry), next_cursor });
  },
});
