import type { ColumnBuilderCallback, ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';

/** The differences between the databases' DDL. */
export interface Ddl {
  table: (db: Kysely<unknown>, name: string) => CreateTableBuilder<string, never>;
  /** An automatically assigned id, never reused. */
  identity: ColumnBuilderCallback;
  /** Unix milliseconds. */
  time: 'integer' | 'bigint';
  bytes: 'blob' | 'bytea';
  /** Text that is ordered by its bytes in UTF-8, whatever the locale of the database. */
  byteOrderedText: 'text' | RawBuilder<unknown>;
  /** Filled in by the database with an id that orders concurrent transactions. */
  transaction: ColumnBuilderCallback;
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
export const agent = (column: ColumnDefinitionBuilder) => column.notNull().references('agent.agent_id');
export const session = (column: ColumnDefinitionBuilder) => column.notNull().references('session.session_id');
