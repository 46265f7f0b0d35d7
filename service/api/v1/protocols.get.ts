import { readHandler, respond } from '../../http/handler.ts';
import { readCursor, toPage } from '../../http/pagination.ts';
import { presentProtocol, selectProtocols } from '../../protocols/protocol.ts';
import { statement } from '../../storage/statement.ts';

/** After the registration of any protocol. */
const topPosition = { sortKey: Number.MAX_SAFE_INTEGER, id: '' };

export const getProtocols = readHandler('GET /api/v1/protocols', {
  async handle(db, { query }) {
    const { family = '', status = '' } = query;
    const list = { protocols: [family, status] };
    const limit = query.limit ?? 20;
    const { sortKey, id } = readCursor(list, query.cursor) ?? topPosition;
    const pageQuery =
      family === '' ? (status === '' ? allProtocols : byStatus) : status === '' ? byFamily : byFamilyAndStatus;
    const fetchedRows = await pageQuery.all(db, { sortKey, id, family, status, count: limit + 1 });
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, (row) => ({
      sortKey: row.created_at,
      id: row.protocol_id,
    }));
    return respond(200, { results: rows.map(presentProtocol), next_cursor });
  },
});

interface ProtocolQuery {
  sortKey: number;
  id: string;
  family: string;
  status: string;
  count: number;
}

const createPageQuery = (filter: { family: boolean; status: boolean }) =>
  statement((db, { sortKey, id, family, status, count }: ProtocolQuery) =>
    selectProtocols(db)
      .$if(filter.family, (query) => query.where('protocol.family', '=', family))
      .$if(filter.status, (query) => query.where('protocol.status', '=', status))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('protocol.created_at', 'protocol.protocol_id'), '<', tuple(sortKey, id)),
      )
      .orderBy('protocol.created_at', 'desc')
      .orderBy('protocol.protocol_id', 'desc')
      .limit(count),
  );

const allProtocols = createPageQuery({ family: false, status: false });
const byFamily = createPageQuery({ family: true, status: false });
const byStatus = createPageQuery({ family: false, status: true });
const byFamilyAndStatus = createPageQuery({ family: true, status: true });
