import { type Kysely, sql } from 'kysely';
import { type Ddl, required } from './ddl.ts';

/** Events in the order of the stream. */
export async function events(db: Kysely<unknown>, { table, identity, time, transaction }: Ddl): Promise<void> {
  // The time type, as ids and transactions may exceed 32 bits.
  await table(db, 'event')
    .addColumn('event_id', time, identity)
    .addColumn('tx', time, transaction)
    .addColumn('type', 'text', required)
    .addColumn('at', time, required)
    .addColumn('for_agent_id', 'integer')
    .addColumn('data', 'text', required)
    .execute();
  await db.schema.createIndex('event_order').unique().on('event').columns(['tx', 'event_id']).execute();
  // A first position, addressed to no agent, so that a client of an empty stream can resume.
  await sql`INSERT INTO event (type, at, for_agent_id, data) VALUES ('begun', 0, 0, '{}')`.execute(db);
}
