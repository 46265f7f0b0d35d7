/**
 * Makes a service process one of a later version (`node --import`): with a further migration, which changes the tables that are written
 * most, and on PostgreSQL takes longer than any statement of the service may.
 */
import { sql } from 'kysely';
import { migrations } from '../storage/migrate.ts';

migrations['999-later-version'] = async (db, { time }) => {
  for (const table of ['agent', 'session', 'invitation', 'inbox_message', 'protocol', 'event'])
    await db.schema.alterTable(table).addColumn('added_later', 'text').execute();
  await db.schema.createIndex('session_added_later').on('session').columns(['added_later', 'created_at']).execute();
  await sql`UPDATE session SET added_later = status`.execute(db);
  if (time === 'bigint') await sql`SELECT pg_sleep(7)`.execute(db);
};
