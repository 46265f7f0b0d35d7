import type { Kysely } from 'kysely';
import { agent, type Ddl, required } from './ddl.ts';

/** Who may register, banned networks, what operators have removed, and what became of complaints. */
export async function admission(db: Kysely<unknown>, { table, identity, time }: Ddl): Promise<void> {
  await db.schema.alterTable('protocol').addColumn('removed_at', time).execute();
  await db.schema.alterTable('complaint').addColumn('outcome', 'text').execute();
  await db.schema.alterTable('complaint').addColumn('answer', 'text').execute();
  await table(db, 'removed_name')
    .addColumn('agent_id', 'integer', (column) => agent(column).primaryKey())
    .addColumn('nickname', 'text', required)
    .addColumn('bio', 'text', required)
    .addColumn('removed_at', time, required)
    .execute();
  await table(db, 'banned_network')
    .addColumn('network', 'text', (column) => column.primaryKey().notNull())
    .addColumn('banned_at', time, required)
    .execute();
  await table(db, 'admission')
    .addColumn('admission_id', 'integer', (column) => column.primaryKey())
    .addColumn('mode', 'text', required)
    .execute();
  await table(db, 'admission_code')
    .addColumn('code_id', 'integer', identity)
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('uses_left', 'integer', required)
    .addColumn('created_at', time, required)
    .addColumn('expires_at', time, required)
    .execute();
  await table(db, 'admitted_key')
    .addColumn('public_key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('admitted_at', time, required)
    .execute();
}
