import { paged, readCursor } from '../../http/cursor.ts';
import { answer, read } from '../../method.ts';
import { presentSummary, protocols } from '../../protocols/protocol.ts';

export const getProtocols = read('GET /api/v1/protocols', {
  async act(db, { query }) {
    const { family, status } = query;
    const list = { protocols: [family ?? null, status ?? null] };
    const limit = query.limit ?? 20;
    const from = readCursor(list, query.cursor);
    const found = await protocols(db)
      .$if(family !== undefined, (all) => all.where('protocol.family', '=', family!))
      .$if(status !== undefined, (all) => all.where('protocol.status', '=', status!))
      .$if(from !== null, (all) =>
        all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('protocol.created_at', 'protocol.protocol_id'), '<', tuple(from!.at, from!.id)),
        ),
      )
      .orderBy('protocol.created_at', 'desc')
      .orderBy('protocol.protocol_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = paged(found, limit, list, (row) => ({ at: row.created_at, id: row.protocol_id }));
    return answer(200, { results: rows.map(presentSummary), next_cursor });
  },
});
