import type { ColumnBuilderCallback, CreateTableBuilder, Kysely } from 'kysely';

/** Where the databases differ in making tables. */
export interface Ddl {
  table: (db: Kysely<unknown>, name: string) => CreateTableBuilder<string, never>;
  /** A number the database gives out, never twice. */
  identity: ColumnBuilderCallback;
  /** Milliseconds since 1970. */
  time: 'integer' | 'bigint';
  bytes: 'blob' | 'bytea';
  /** Filled by the database with a number that orders the transactions which may run at the same time. */
  transaction: ColumnBuilderCallback;
}
