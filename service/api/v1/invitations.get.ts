import { type ExpressionBuilder, sql } from 'kysely';
import { limits } from '../../../shared/community/limits.ts';
import { read, respond } from '../../http/handler.ts';
import { paged, readCursor } from '../../http/pagination.ts';
import { invitations, presentEntries } from '../../invitations/invitation.ts';
import type { Caller } from '../../storage/agent-lookup.ts';
import type { Tables } from '../../storage/schema.ts';
import { statement } from '../../storage/statement.ts';

/** After the creation of any invitation. */
const top = { at: Number.MAX_SAFE_INTEGER, id: '' };

export const getInvitations = read('GET /api/v1/invitations', {
  async handle(db, { query, caller, now }) {
    const { protocol_id, type, tags = [] } = query;
    const mine = query.mine !== undefined;
    const list = { invitations: [protocol_id ?? null, type ?? null, tags, mine] };
    const limit = query.limit ?? 20;
    const { at, id } = readCursor(list, query.cursor) ?? top;

    const { page, total } = queriesOf({
      protocol_id: protocol_id !== undefined,
      type: type !== undefined,
      tags: tags.length,
      mine,
    });
    const filter: Filter = { ...caller, now, protocol_id: protocol_id ?? '', type: type ?? '' };
    tags.forEach((tag, index) => {
      filter[`tag${index}`] = tag;
    });
    const counted = await total.first(db, { ...filter, count: limits.invitations_counted });
    const fetched = await page.all(db, { ...filter, at, id, count: limit + 1 });
    const { rows, next_cursor } = paged(fetched, limit, list, (row) => ({ at: row.created_at, id: row.post_id }));
    return respond(200, {
      results: await presentEntries(db, rows, caller, now),
      total: counted?.total ?? 0,
      next_cursor,
    });
  },
});

/** The filters' values; those of unset filters are not used. */
interface Filter extends Caller {
  now: number;
  protocol_id: string;
  type: string;
  [tag: `tag${number}`]: string;
}

type Queries = ReturnType<typeof makeQueries>;
const queriesByFilters = new Map<string, Queries>();

/** The filters that are set, and the number of tags. */
interface Filters {
  protocol_id: boolean;
  type: boolean;
  tags: number;
  mine: boolean;
}

/** The queries for a combination of filters, built once. */
function queriesOf(filters: Filters): Queries {
  const name = Object.values(filters).join();
  let queries = queriesByFilters.get(name);
  if (!queries) {
    queries = makeQueries(filters);
    queriesByFilters.set(name, queries);
  }
  return queries;
}

function makeQueries({ protocol_id: byProtocol, type: byType, tags, mine }: Filters) {
  /** Active invitations that the caller may see and that match the filters. */
  const visible = ({ and, or, eb, exists, selectFrom }: InvitationBuilder, filter: Filter) => {
    const own = eb('invitation.host_id', '=', filter.agent_id);
    const conditions = [
      eb('invitation.status', '=', 'active'),
      // The unary plus keeps the query planner from using the index on this column.
      eb(sql<number>`+invitation.expires_at`, '>', filter.now),
    ];
    if (mine) conditions.push(own);
    else {
      const addressed = eb('invitation.for_public_key', '=', filter.public_key);
      conditions.push(eb('invitation.visibility', '=', 'listed'));
      conditions.push(or([eb('invitation.for_public_key', 'is', null), addressed, own]));
    }
    if (byProtocol) conditions.push(eb('invitation.protocol_id', '=', filter.protocol_id));
    if (byType) conditions.push(eb('invitation.type', '=', filter.type));
    for (let index = 0; index < tags; index += 1) {
      const tagged = selectFrom('invitation_tag')
        .select('invitation_tag.tag')
        .whereRef('invitation_tag.post_id', '=', 'invitation.post_id')
        .where('invitation_tag.tag', '=', filter[`tag${index}`]!);
      conditions.push(exists(tagged));
    }
    return and(conditions);
  };

  const page = statement((db, filter: Filter & { at: number; id: string; count: number }) =>
    invitations(db)
      .where((eb) => visible(eb as unknown as InvitationBuilder, filter))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('invitation.created_at', 'invitation.post_id'), '<', tuple(filter.at, filter.id)),
      )
      .orderBy('invitation.created_at', 'desc')
      .orderBy('invitation.post_id', 'desc')
      .limit(filter.count),
  );
  const total = statement((db, filter: Filter & { count: number }) =>
    db
      .selectFrom(
        db
          .selectFrom('invitation')
          .select('invitation.host_id')
          .where((eb) => visible(eb, filter))
          .limit(filter.count)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('total')),
  );
  return { page, total };
}

type InvitationBuilder = ExpressionBuilder<Tables, 'invitation'>;
