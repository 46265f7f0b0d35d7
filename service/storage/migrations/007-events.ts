import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Ddl } from './ddl.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** What happened, in the order readers take it. */
export async function events(db: Kysely<unknown>, { table, identity, time, transaction }: Ddl): Promise<void> {
  // Ids and transactions outgrow 32 bits, as times do.
  await table(db, 'event')
    .addColumn('event_id', time, identity)
    .addColumn('tx', time, transaction)
    .addColumn('type', 'text', required)
    .addColumn('at', time, required)
    .addColumn('for_agent_id', 'integer')
    .addColumn('data', 'text', required)
    .execute();
  await db.schema.createIndex('event_order').unique().on('event').columns(['tx', 'event_id']).execute();
  // For nobody: a place to stand before the first change, so that a reader of an empty table can come back to it.
  await sql`INSERT INTO event (type, at, for_agent_id, data) VALUES ('begun', 0, 0, '{}')`.execute(db);
}
