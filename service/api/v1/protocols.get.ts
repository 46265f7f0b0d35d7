import { read, respond } from '../../http/handler.ts';
import { paged, readCursor } from '../../http/pagination.ts';
import { presentSummary, protocols } from '../../protocols/protocol.ts';
import { statement } from '../../storage/statement.ts';

/** Later than any protocol. */
const top = { at: Number.MAX_SAFE_INTEGER, id: '' };

export const getProtocols = read('GET /api/v1/protocols', {
  async handle(db, { query }) {
    const { family = '', status = '' } = query;
    const list = { protocols: [family, status] };
    const limit = query.limit ?? 20;
    const { at, id } = readCursor(list, query.cursor) ?? top;
    const filtered = family === '' ? (status === '' ? newest : ofStatus) : status === '' ? ofFamily : ofBoth;
    const found = await filtered.all(db, { at, id, family, status, count: limit + 1 });
    const { rows, next_cursor } = paged(found, limit, list, (row) => ({ at: row.created_at, id: row.protocol_id }));
    return respond(200, { results: rows.map(presentSummary), next_cursor });
  },
});

interface ProtocolQuery {
  at: number;
  id: string;
  family: string;
  status: string;
  count: number;
}

const listOf = (byFamily: boolean, byStatus: boolean) =>
  statement((db, { at, id, family, status, count }: ProtocolQuery) =>
    protocols(db)
      .$if(byFamily, (all) => all.where('protocol.family', '=', family))
      .$if(byStatus, (all) => all.where('protocol.status', '=', status))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('protocol.created_at', 'protocol.protocol_id'), '<', tuple(at, id)),
      )
      .orderBy('protocol.created_at', 'desc')
      .orderBy('protocol.protocol_id', 'desc')
      .limit(count),
  );

const newest = listOf(false, false);
const ofFamily = listOf(true, false);
const ofStatus = listOf(false, true);
const ofBoth = listOf(true, true);
