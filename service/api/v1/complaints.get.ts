import { readHandler, respond } from '../../http/handler.ts';
import { readNumericCursor, toPage } from '../../http/pagination.ts';
import { presentOwnComplaint, selectComplaints } from '../../order/complaints.ts';

export const getComplaints = readHandler('GET /api/v1/complaints', {
  async handle(db, { query, caller }) {
    const list = { complaints: caller.agent_id };
    const limit = query.limit ?? 20;
    const position = readNumericCursor(list, query.cursor);
    const fetchedRows = await selectComplaints(db)
      .where('reporter_id', '=', caller.agent_id)
      .$if(position !== null, (builder) =>
        builder.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('complaint.created_at', 'complaint.complaint_id'), '<', tuple(position!.sortKey, position!.id)),
        ),
      )
      .orderBy('complaint.created_at', 'desc')
      .orderBy('complaint.complaint_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, ({ created_at, complaint_id }) => ({
      sortKey: created_at,
      id: complaint_id,
    }));
    return respond(200, { results: rows.map(presentOwnComplaint), next_cursor });
  },
});
