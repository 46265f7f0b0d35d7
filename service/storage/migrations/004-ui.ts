import { type Kysely, sql } from 'kysely';
import { type Ddl, required } from './ddl.ts';

/** UI bundles of protocols. */
export async function ui(db: Kysely<unknown>, { table, time, bytes }: Ddl): Promise<void> {
  await table(db, 'ui_manifest')
    .addColumn('protocol_id', 'text', (column) => column.notNull().references('protocol.protocol_id'))
    .addColumn('manifest_hash', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('files', 'text', required)
    .addColumn('staged_at', time, required)
    .addPrimaryKeyConstraint('ui_manifest_key', ['protocol_id', 'manifest_hash'])
    .execute();
  await db.schema.createIndex('ui_manifest_staged').on('ui_manifest').columns(['status', 'staged_at']).execute();
  await db.schema
    .createIndex('ui_manifest_published')
    .unique()
    .on('ui_manifest')
    .column('protocol_id')
    .where(sql.ref('status'), '=', sql.lit('published'))
    .execute();

  await table(db, 'ui_file')
    .addColumn('protocol_id', 'text', required)
    .addColumn('manifest_hash', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('content', bytes, required)
    .addPrimaryKeyConstraint('ui_file_key', ['protocol_id', 'manifest_hash', 'path'])
    .addForeignKeyConstraint('ui_file_manifest', ['protocol_id', 'manifest_hash'], 'ui_manifest', [
      'protocol_id',
      'manifest_hash',
    ])
    .execute();
}
