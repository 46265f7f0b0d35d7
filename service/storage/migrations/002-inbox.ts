import type { Kysely } from 'kysely';
import { agent, type Ddl, required } from './ddl.ts';

export async function inbox(db: Kysely<unknown>, { table, identity, time, bytes }: Ddl): Promise<void> {
  await table(db, 'inbox_message')
    .addColumn('message_id', 'integer', identity)
    .addColumn('recipient_id', 'integer', agent)
    .addColumn('ciphertext', bytes, required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', time, required)
    .addColumn('expires_at', time, required)
    .execute();
  await db.schema
    .createIndex('inbox_message_recipient')
    .on('inbox_message')
    .columns(['recipient_id', 'created_at', 'message_id'])
    .execute();
  await db.schema.createIndex('inbox_message_expiry').on('inbox_message').column('expires_at').execute();
}
