import type { Kysely } from 'kysely';
import { type Ddl, required } from './ddl.ts';

/** Structures of protocols, to find similar ones. */
export async function fingerprint(db: Kysely<unknown>, { table }: Ddl): Promise<void> {
  await table(db, 'fingerprint')
    .addColumn('protocol_id', 'text', (column) => column.notNull().primaryKey().references('protocol.protocol_id'))
    .addColumn('messages', 'integer', required)
    .addColumn('options', 'integer', required)
    .addColumn('commit_reveal', 'integer', required)
    .addColumn('stages', 'integer', required)
    .addColumn('mode', 'text', required)
    .addColumn('param_types', 'text', required)
    .execute();
  await db.schema
    .createIndex('fingerprint_structure')
    .on('fingerprint')
    .columns(['messages', 'options', 'commit_reveal', 'stages', 'mode'])
    .execute();
}
