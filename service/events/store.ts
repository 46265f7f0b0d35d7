/**
 * The event table as an ordered log without gaps. PostgreSQL assigns ids before it commits, so events are ordered by
 * transaction first, and only rows that no running transaction can precede are read.
 */
import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { limits } from '../../shared/community/limits.ts';
import type { EventTable, Reader, Tables } from '../storage/schema.ts';
import { statement, together } from '../storage/statement.ts';

/** A reader at this position has seen everything up to and including it. */
export type EventPosition = Pick<Selectable<EventTable>, 'tx' | 'event_id'>;
export type EventRow = Selectable<EventTable>;

/** The position in an empty table; 007-events inserts a first row. */
const emptyPosition: EventPosition = { tx: 0, event_id: 0 };
/** Rows per query. */
export const batchSize = 500;

export const isBefore = (a: EventPosition, b: EventPosition): boolean =>
  a.tx < b.tx || (a.tx === b.tx && a.event_id < b.event_id);

export interface MissedEvents {
  rows: EventRow[];
  /** False if some have been deleted, or if there are more than `limits.events_replayed`. */
  isComplete: boolean;
}

export interface EventStore {
  newest(): Promise<EventPosition>;
  /** Up to one batch of rows after `position`; null if some have been deleted. */
  eventsAfter(position: EventPosition): Promise<EventRow[] | null>;
  /** Whether there are rows that a running transaction may precede. They are read once it has ended. */
  isHeldBack(): Promise<boolean>;
  /** The rows after `position`, up to and including `endPosition`, for one agent. */
  eventsBetween(position: EventPosition, endPosition: EventPosition, agent_id: number): Promise<MissedEvents>;
  /** Deletes events past their retention time. `now`: Unix milliseconds. */
  sweep(now: number): Promise<void>;
}

/** `committed`: true for rows that no running transaction can precede. */
export function createEventStore(db: Kysely<Tables>, committed: RawBuilder<SqlBool>): EventStore {
  const committedRows = (reader: Reader) => reader.selectFrom('event').where(committed);
  const newestQuery = statement((reader) =>
    committedRows(reader).select(['tx', 'event_id']).orderBy('tx', 'desc').orderBy('event_id', 'desc').limit(1),
  );
  const firstUpToQuery = statement((reader, position: EventPosition) =>
    committedRows(reader).select('event_id').where(compareTo('<=', position)).limit(1),
  );
  const eventsAfterQuery = statement((reader, position: EventPosition) =>
    committedRows(reader)
      .selectAll()
      .where(compareTo('>', position))
      .orderBy('tx')
      .orderBy('event_id')
      .limit(batchSize),
  );
  // One query for each audience reads nothing but what is sent.
  const missedRows = (reader: Reader, { tx, event_id, until_tx, until_id }: EventRange) =>
    committedRows(reader)
      .selectAll()
      .where(compareTo('>', { tx, event_id }))
      .where(compareTo('<=', { tx: until_tx, event_id: until_id }))
      // The columns of the index, by which PostgreSQL recognizes its order.
      .orderBy('for_agent_id')
      .orderBy('tx')
      .orderBy('event_id')
      .limit(limits.events_replayed + 1);
  const missedByEveryoneQuery = statement((reader, range: EventRange) =>
    missedRows(reader, range).where('for_agent_id', 'is', null),
  );
  const missedByAgentQuery = statement((reader, range: EventRange & { agent_id: number }) =>
    missedRows(reader, range).where('for_agent_id', '=', range.agent_id),
  );
  const heldBackQuery = statement((reader) =>
    reader.selectFrom('event').select('event_id').where(sql<SqlBool>`NOT (${committed})`).limit(1),
  );

  const newest = async (): Promise<EventPosition> => (await newestQuery.first(db, {})) ?? emptyPosition;
  // What precedes a committed row is committed. A second bound in the same direction would make PostgreSQL read up to that one.
  const precedingPosition = (position: EventPosition): Promise<EventPosition | undefined> =>
    db
      .selectFrom('event')
      .select(['tx', 'event_id'])
      .where(compareTo('<', position))
      .orderBy('tx', 'desc')
      .orderBy('event_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  /** Whether nothing after `position` has been deleted. */
  const isRetained = async (position: EventPosition): Promise<boolean> =>
    (await firstUpToQuery.first(db, position)) !== undefined;

  return {
    newest,
    // Retention is checked after reading, so a sweep in between is noticed.
    async eventsAfter(position) {
      const rows = await eventsAfterQuery.all(db, position);
      return rows.length === 0 || (await isRetained(position)) ? rows : null;
    },
    isHeldBack: async () => (await heldBackQuery.first(db, {})) !== undefined,
    async eventsBetween(position, endPosition, agent_id) {
      const range = { ...position, until_tx: endPosition.tx, until_id: endPosition.event_id };
      const audiences = await together(
        missedByEveryoneQuery.all(db, range),
        missedByAgentQuery.all(db, { ...range, agent_id }),
      );
      const rows = audiences.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
      return { rows, isComplete: rows.length <= limits.events_replayed && (await isRetained(position)) };
    },
    async sweep(now) {
      const retentionStart = now - limits.events_seconds * 1000;
      const oldestRetained = await committedRows(db)
        .select(['tx', 'event_id'])
        .where('at', '>', retentionStart)
        .orderBy('tx')
        .orderBy('event_id')
        .limit(1)
        .executeTakeFirst();
      // The last expired row is kept: a client that has read it has missed nothing, however old it is.
      const lastExpired = oldestRetained ? await precedingPosition(oldestRetained) : await newest();
      if (!lastExpired) return;
      await db.deleteFrom('event').where(compareTo('<', lastExpired)).execute();
    },
  };
}

type EventRange = EventPosition & { until_tx: number; until_id: number };

const compareTo =
  (operator: '<' | '<=' | '>', { tx, event_id }: EventPosition) =>
  ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'event'>) =>
    eb(refTuple('tx', 'event_id'), operator, tuple(tx, event_id));
