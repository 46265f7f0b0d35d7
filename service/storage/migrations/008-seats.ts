import { type Kysely, sql } from 'kysely';
import type { Ddl } from './ddl.ts';

/** Both sides' reports of how a session ended, and claims: sessions that the host of an open invitation has not confirmed. */
export async function seats(db: Kysely<unknown>, { time }: Ddl): Promise<void> {
  await db.schema
    .alterTable('invitation')
    .addColumn('host_confirms', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('session').addColumn('claim_expires_at', time).execute();
  for (const column of ['host_status', 'host_reason', 'guest_status', 'guest_reason'])
    await db.schema.alterTable('session').addColumn(column, 'text').execute();
  await db.schema.createIndex('session_claim').on('session').column('claim_expires_at').execute();
  // Only the first report of a session was stored. A closed one counted for both sides, and still does.
  await sql`UPDATE session SET host_status = 'closed', guest_status = 'closed' WHERE status = 'closed'`.execute(db);
  for (const side of ['host', 'guest']) {
    await sql`UPDATE session SET ${sql.ref(`${side}_reason`)} = status_reason, ${sql.ref(`${side}_status`)} = status
      WHERE status_by = ${side}`.execute(db);
  }
}
