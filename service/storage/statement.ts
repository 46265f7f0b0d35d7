/**
 * Queries of the hot paths whose text is made once. Kysely builds and compiles a query anew each time it runs, which costs
 * several times what SQLite needs to answer it; here only the values change.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Reader, Tables } from './schema.ts';

export interface Statement<Params extends object, Row> {
  all(db: Reader, params: Params): Promise<Row[]>;
  first(db: Reader, params: Params): Promise<Row | undefined>;
}

/** Stands for a value while the text is made. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The text of one database's dialect, with where each value goes: a name of the parameters, or a fixed value. */
interface Prepared<Row> {
  query: CompiledQuery<Row>;
  slots: readonly unknown[];
}

/** Rows of a prepared query outside of any transaction. */
export type Look = (text: string, values: readonly unknown[]) => unknown[] | Promise<unknown[]>;

const looks = new WeakMap<object, Look>();

/** From now on statements outside of a transaction are answered by `look`, without Kysely in between. */
export function readDirectly(db: Kysely<Tables>, look: Look): void {
  looks.set(db, look);
}

/** `build` names each value as a member of `params`, and must not look into it. */
export function statement<Params extends object, Row>(
  build: (db: Reader, params: Params) => { compile(): CompiledQuery<Row> },
): Statement<Params, Row> {
  const preparedBy = new Map<unknown, Prepared<Row>>();

  const prepared = (db: Kysely<Tables>): Prepared<Row> => {
    const dialect = db.getExecutor().adapter.constructor;
    let known = preparedBy.get(dialect);
    if (!known) {
      const names = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params;
      const query = build(db, names).compile();
      known = { query, slots: query.parameters };
      preparedBy.set(dialect, known);
    }
    return known;
  };

  const all = async (shown: Reader, params: Params): Promise<Row[]> => {
    // A Reader is a Kysely that hides what writes; a statement is built from what it shows.
    const db = shown as Kysely<Tables>;
    const { query, slots } = prepared(db);
    const parameters = slots.map((slot) => (slot instanceof Parameter ? params[slot.name as keyof Params] : slot));
    const look = looks.get(db);
    if (look) return (await look(query.sql, parameters)) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };

  return { all, first: async (db, params) => (await all(db, params))[0] };
}
