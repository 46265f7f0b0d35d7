/**
 * Compiles the queries of hot paths once. Kysely builds and compiles a query each time it runs, which costs several times as
 * much as SQLite's execution.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Reader, Tables } from './schema.ts';

export interface Statement<Params extends object, Row> {
  all(db: Reader, params: Params): Promise<Row[]>;
  first(db: Reader, params: Params): Promise<Row | undefined>;
}

/** A placeholder for a value while the query is built. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query compiled for one dialect. `slots`: a Parameter or a fixed value for each position. */
interface CompiledStatement<Row> {
  query: CompiledQuery<Row>;
  slots: readonly unknown[];
}

/** Runs a query outside of any transaction. */
export type DirectQuery = (text: string, values: readonly unknown[]) => unknown[] | Promise<unknown[]>;

const directQueries = new WeakMap<object, DirectQuery>();

/** Makes statements outside of transactions run through `query`, bypassing Kysely. */
export function setDirectQuery(db: Kysely<Tables>, query: DirectQuery): void {
  directQueries.set(db, query);
}

/** A query that is compiled at its first use. `build` must only pass the members of `params` on: they are placeholders. */
export function statement<Params extends object, Row>(
  build: (db: Reader, params: Params) => { compile(): CompiledQuery<Row> },
): Statement<Params, Row> {
  const compiledByDialect = new Map<unknown, CompiledStatement<Row>>();

  const compile = (db: Kysely<Tables>): CompiledStatement<Row> => {
    const dialect = db.getExecutor().adapter.constructor;
    let compiledStatement = compiledByDialect.get(dialect);
    if (!compiledStatement) {
      const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params;
      const query = build(db, placeholders).compile();
      compiledStatement = { query, slots: query.parameters };
      compiledByDialect.set(dialect, compiledStatement);
    }
    return compiledStatement;
  };

  const all = async (reader: Reader, params: Params): Promise<Row[]> => {
    // A Reader is a Kysely whose type hides its writing methods.
    const db = reader as Kysely<Tables>;
    const { query, slots } = compile(db);
    const parameters = slots.map((slot) => (slot instanceof Parameter ? params[slot.name as keyof Params] : slot));
    const directQuery = directQueries.get(db);
    if (directQuery) return (await directQuery(query.sql, parameters)) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };

  return { all, first: async (db, params) => (await all(db, params))[0] };
}

/**
 * Statements that don't depend on each other's results: PostgreSQL gets all at once. Rejects once all have ended, since a transaction must
 * not end before its statements.
 */
export async function together<Results extends readonly unknown[]>(
  ...statements: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(statements);
  return (await Promise.all(statements)) as unknown as Results;
}
