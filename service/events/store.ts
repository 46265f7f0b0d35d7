/**
 * The event table as readers see it: in one order and without gaps. PostgreSQL gives ids before it commits, so the order is
 * by transaction first, and a reader takes only rows before which nothing can come any more.
 */
import type { ExpressionBuilder, Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import { limits } from '../../shared/community/limits.ts';
import type { EventTable, Reader, Tables } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

/** Where a reader stands: it has seen everything up to here. */
export type Place = Pick<Selectable<EventTable>, 'tx' | 'event_id'>;
export type EventRow = Selectable<EventTable>;

/** Where there are no rows at all. A fresh table has one (007-events). */
const nowhere: Place = { tx: 0, event_id: 0 };
/** Rows of one look. */
export const batch = 500;

export const isBefore = (one: Place, other: Place): boolean =>
  one.tx < other.tx || (one.tx === other.tx && one.event_id < other.event_id);

export interface EventStore {
  newest(): Promise<Place>;
  /** The next rows after `place`, at most a batch; null where some are no longer kept. */
  after(place: Place): Promise<EventRow[] | null>;
  /** The same up to and including `upto`, for one agent. */
  until(place: Place, upto: Place, agent_id: number): Promise<EventRow[] | null>;
  /** Forgets what is old. `now`: Unix milliseconds. */
  sweep(now: number): Promise<void>;
}

/** `committed` holds for the rows before which no transaction can commit any more. */
export function eventStore(db: Kysely<Tables>, committed: RawBuilder<SqlBool>): EventStore {
  const seen = (on: Reader) => on.selectFrom('event').where(committed);
  const newestOf = statement((on) =>
    seen(on).select(['tx', 'event_id']).orderBy('tx', 'desc').orderBy('event_id', 'desc').limit(1),
  );
  const firstUpTo = statement((on, place: Place) => seen(on).select('event_id').where(stands('<=', place)).limit(1));
  const following = statement((on, place: Place) =>
    seen(on).selectAll().where(stands('>', place)).orderBy('tx').orderBy('event_id').limit(batch),
  );
  const between = statement((on, { tx, event_id, upto_tx, upto_id, agent_id }: Span) =>
    seen(on)
      .selectAll()
      .where(stands('>', { tx, event_id }))
      .where(stands('<=', { tx: upto_tx, event_id: upto_id }))
      .where(({ eb, or }) => or([eb('for_agent_id', 'is', null), eb('for_agent_id', '=', agent_id)]))
      .orderBy('tx')
      .orderBy('event_id')
      .limit(batch),
  );

  const newest = async (): Promise<Place> => (await newestOf.first(db, {})) ?? nowhere;
  /** Whether everything after `place` is still there. */
  const keeps = async (place: Place): Promise<boolean> => (await firstUpTo.first(db, place)) !== undefined;

  return {
    newest,
    // Whether rows are missing is asked after the look: what is there then was there before.
    async after(place) {
      const rows = await following.all(db, place);
      return rows.length === 0 || (await keeps(place)) ? rows : null;
    },
    async until(place, upto, agent_id) {
      const rows = await between.all(db, { ...place, upto_tx: upto.tx, upto_id: upto.event_id, agent_id });
      return (await keeps(place)) ? rows : null;
    },
    async sweep(now) {
      // Only from the front, and never the newest: every place a reader may still go on from has a row at or before it.
      const since = now - limits.events_seconds * 1000;
      const young = await seen(db)
        .select(['tx', 'event_id'])
        .where('at', '>', since)
        .orderBy('tx')
        .orderBy('event_id')
        .limit(1)
        .executeTakeFirst();
      await db
        .deleteFrom('event')
        .where(committed)
        .where(stands('<', young ?? (await newest())))
        .execute();
    },
  };
}

type Span = Place & { upto_tx: number; upto_id: number; agent_id: number };

const stands =
  (how: '<' | '<=' | '>', { tx, event_id }: Place) =>
  ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'event'>) =>
    eb(refTuple('tx', 'event_id'), how, tuple(tx, event_id));
