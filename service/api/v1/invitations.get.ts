import { type ExpressionBuilder, sql } from 'kysely';
import { limits } from '../../../shared/community/limits.ts';
import { readHandler, respond } from '../../http/handler.ts';
import { readCursor, toPage } from '../../http/pagination.ts';
import { presentEntries, selectInvitations } from '../../invitations/invitation.ts';
import type { Caller } from '../../storage/agent-lookup.ts';
import type { Reader, Tables } from '../../storage/schema.ts';
import { statement, together } from '../../storage/statement.ts';

/** After the creation of any invitation. */
const topPosition = { sortKey: Number.MAX_SAFE_INTEGER, id: '' };

export const getInvitations = readHandler('GET /api/v1/invitations', {
  async handle(db, { query, caller, now }) {
    const { protocol_id, type, tags = [] } = query;
    const mine = query.mine !== undefined;
    const list = { invitations: [protocol_id ?? null, type ?? null, tags, mine] };
    const limit = query.limit ?? 20;
    const { sortKey, id } = readCursor(list, query.cursor) ?? topPosition;

    const { page: pageQuery, total: totalQuery } = queriesOf({
      protocol_id: protocol_id !== undefined,
      type: type !== undefined,
      tags: tags.length,
      rareTag: await findRareTag(db, tags),
      mine,
    });
    const filter: Filter = { ...caller, now, protocol_id: protocol_id ?? '', type: type ?? '' };
    tags.forEach((tag, index) => {
      filter[`tag${index}`] = tag;
    });
    const countRow = await totalQuery.first(db, { ...filter, count: limits.invitations_counted });
    const fetchedRows = await pageQuery.all(db, { ...filter, sortKey, id, count: limit + 1 });
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, (row) => ({
      sortKey: row.created_at,
      id: row.post_id,
    }));
    return respond(200, {
      results: await presentEntries(db, rows, caller, now),
      total: countRow?.total ?? 0,
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

type Queries = ReturnType<typeof createQueries>;
const queriesByFilters = new Map<string, Queries>();

/** The filters that are set, and the number of tags. */
interface Filters {
  protocol_id: boolean;
  type: boolean;
  tags: number;
  /** The index of a tag by which invitations are found; -1 if they are found in the order of the list. */
  rareTag: number;
  mine: boolean;
}

/** A tag is rare if fewer invitations than this have had it. */
const rareTagMax = 500;
const tagCount = statement((db, { tag }: { tag: string }) =>
  db
    .selectFrom(db.selectFrom('invitation_tag').select('post_id').where('tag', '=', tag).limit(rareTagMax).as('tagged'))
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** The index of the first rare tag; -1 if there is none. The list of all that have another tag would have to be sorted. */
async function findRareTag(db: Reader, tags: readonly string[]): Promise<number> {
  const counts = await together(...tags.map((tag) => tagCount.first(db, { tag })));
  return counts.findIndex((row) => row!.count < rareTagMax);
}

/** The queries for a combination of filters, built once. */
function queriesOf(filters: Filters): Queries {
  const filterKey = Object.values(filters).join();
  let queries = queriesByFilters.get(filterKey);
  if (!queries) {
    queries = createQueries(filters);
    queriesByFilters.set(filterKey, queries);
  }
  return queries;
}

function createQueries({ protocol_id: byProtocol, type: byType, tags, rareTag, mine }: Filters) {
  /** Active invitations that the caller may see and that match the filters. */
  const visibilityOf = ({ and, or, eb, exists, selectFrom }: InvitationBuilder, filter: Filter) => {
    const isOwn = eb('invitation.host_id', '=', filter.agent_id);
    const conditions = [
      eb('invitation.status', '=', 'active'),
      // The unary plus keeps the query planner from using the index on this column.
      eb(sql<number>`+invitation.expires_at`, '>', filter.now),
    ];
    if (mine) conditions.push(isOwn);
    else {
      const isAddressed = eb('invitation.for_public_key', '=', filter.public_key);
      conditions.push(eb('invitation.visibility', '=', 'listed'));
      conditions.push(or([eb('invitation.for_public_key', 'is', null), isAddressed, isOwn]));
    }
    if (byProtocol) conditions.push(eb('invitation.protocol_id', '=', filter.protocol_id));
    if (byType) conditions.push(eb('invitation.type', '=', filter.type));
    for (let index = 0; index < tags; index += 1) {
      const matchingTag = selectFrom('invitation_tag')
        .select('invitation_tag.tag')
        .whereRef('invitation_tag.post_id', '=', 'invitation.post_id')
        .where('invitation_tag.tag', '=', filter[`tag${index}`]!);
      // Unlike `exists`, a comparison with a subquery is not turned into a join: it is made for the rows that are found otherwise.
      conditions.push(index === rareTag ? exists(matchingTag) : eb(matchingTag, 'is not', null));
    }
    return and(conditions);
  };

  const pageQuery = statement((db, filter: Filter & { sortKey: number; id: string; count: number }) =>
    selectInvitations(db)
      .where((eb) => visibilityOf(eb as unknown as InvitationBuilder, filter))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('invitation.created_at', 'invitation.post_id'), '<', tuple(filter.sortKey, filter.id)),
      )
      .orderBy('invitation.created_at', 'desc')
      .orderBy('invitation.post_id', 'desc')
      .limit(filter.count),
  );
  const totalQuery = statement((db, filter: Filter & { count: number }) =>
    db
      .selectFrom(
        db
          .selectFrom('invitation')
          .select('invitation.host_id')
          .where((eb) => visibilityOf(eb, filter))
          .limit(filter.count)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('total')),
  );
  return { page: pageQuery, total: totalQuery };
}

type InvitationBuilder = ExpressionBuilder<Tables, 'invitation'>;
