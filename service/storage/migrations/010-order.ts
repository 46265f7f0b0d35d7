import { randomBytes } from 'node:crypto';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { agent, type Ddl, required } from './ddl.ts';

/** Complaints and blocks of members, the daily quota of messages, bans, and the log of what operators have done. */
export async function order(db: Kysely<unknown>, { table, identity, time, bytes }: Ddl): Promise<void> {
  await table(db, 'pair_key')
    .addColumn('key_id', 'integer', (column) => column.primaryKey())
    .addColumn('secret', bytes, required)
    .execute();
  await sql`INSERT INTO pair_key (key_id, secret) VALUES (1, ${randomBytes(32)})`.execute(db);
  await db.schema.alterTable('inbox_message').addColumn('pair_hash', 'text').execute();
  await table(db, 'inbox_quota')
    .addColumn('pair_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sent', 'integer', required)
    .addColumn('expires_at', time, required)
    .execute();
  await db.schema.createIndex('inbox_quota_expiry').on('inbox_quota').column('expires_at').execute();
  await table(db, 'inbox_block')
    .addColumn('block_id', 'integer', identity)
    .addColumn('recipient_id', 'integer', agent)
    .addColumn('pair_hash', 'text', required)
    .addColumn('created_at', time, required)
    .execute();
  await db.schema
    .createIndex('inbox_block_pair')
    .unique()
    .on('inbox_block')
    .columns(['recipient_id', 'pair_hash'])
    .execute();
  await complaints(db, { table, identity, time });
  await table(db, 'ban')
    .addColumn('public_key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('banned_at', time, required)
    .execute();
  await table(db, 'operator_act')
    .addColumn('act_id', 'integer', identity)
    .addColumn('at', time, required)
    .addColumn('operator', 'text', required)
    .addColumn('act', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('note', 'text', required)
    .execute();
}

async function complaints(
  db: Kysely<unknown>,
  { table, identity, time }: Pick<Ddl, 'table' | 'identity' | 'time'>,
): Promise<void> {
  await table(db, 'complaint')
    .addColumn('complaint_id', 'integer', identity)
    .addColumn('reporter_id', 'integer', agent)
    .addColumn('accused_id', 'integer', agent)
    .addColumn('subject', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('words', 'text', required)
    .addColumn('evidence', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('resolved_at', time)
    .execute();
  // The same complaint can be made again once it has been resolved.
  await db.schema
    .createIndex('complaint_open')
    .unique()
    .on('complaint')
    .columns(['reporter_id', 'subject'])
    .where(sql<SqlBool>`state = 'open'`)
    .execute();
  await db.schema.createIndex('complaint_reporter').on('complaint').columns(['reporter_id', 'created_at']).execute();
  await db.schema.createIndex('complaint_state').on('complaint').columns(['state', 'complaint_id']).execute();
  await db.schema.createIndex('complaint_resolved').on('complaint').column('resolved_at').execute();
}
