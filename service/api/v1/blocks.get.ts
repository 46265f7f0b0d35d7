import { readHandler, respond } from '../../http/handler.ts';
import { readNumericCursor, toPage } from '../../http/pagination.ts';
import { presentBlock } from '../../inbox/senders.ts';

export const getBlocks = readHandler('GET /api/v1/blocks', {
  async handle(db, { query, caller }) {
    const list = { blocks: caller.agent_id };
    const limit = query.limit ?? 100;
    const position = readNumericCursor(list, query.cursor);
    const fetchedRows = await db
      .selectFrom('inbox_block')
      .select(['block_id', 'created_at'])
      .where('recipient_id', '=', caller.agent_id)
      .$if(position !== null, (builder) => builder.where('block_id', '>', position!.id))
      // A member has few, but PostgreSQL might read those of all in the order of an index.
      .orderBy(({ eb }) => eb('block_id', '+', 0))
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, ({ created_at, block_id }) => ({
      sortKey: created_at,
      id: block_id,
    }));
    return respond(200, { results: rows.map(presentBlock), next_cursor });
  },
});
