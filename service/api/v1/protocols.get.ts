import { read, respond } from '../../http/handler.ts';
import { paged, readCursor } from '../../http/pagination.ts';
import { presentSummary, protocols } from '../../protocols/protocol.ts';
import { statement } from '../../storage/statement.ts';

/** After the registration of any protocol. */
const top = { at: Number.MAX_SAFE_INTEGER, id: '' };

export const getProtocols = read('GET /api/v1/protocols', {
  async handle(db, { query }) {
    const { family = '', status = '' } = query;
    const list = { protocols: [family, status] };
    const limit = query.limit ?? 20;
    const { at, id } = readCursor(list, query.cursor) ?? top;
    const page = family === '' ? (status === '' ? all : byStatus) : status === '' ? byFamily : byFamilyAndStatus;
    const fetched = await page.all(db, { at, id, family, status, count: limit + 1 });
    const { rows, next_cursor } = paged(fetched, limit, list, (row) => ({ at: row.created_at, id: row.protocol_id }));
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

const pageOf = (filter: { family: boolean; status: boolean }) =>
  statement((db, { at, id, family, status, count }: ProtocolQuery) =>
    protocols(db)
      .$if(filter.family, (query) => query.where('protocol.family', '=', family))
      .$if(filter.status, (query) => query.where('protocol.status', '=', status))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('protocol.created_at', 'protocol.protocol_id'), '<', tuple(at, id)),
      )
      .orderBy('protocol.created_at', 'desc')
      .orderBy('protocol.protocol_id', 'desc')
      .limit(count),
  );

const all = pageOf({ family: false, status: false });
const byFamily = pageOf({ family: true, status: false });
const byStatus = pageOf({ family: false, status: true });
const byFamilyAndStatus = pageOf({ family: true, status: true });
