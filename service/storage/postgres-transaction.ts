/** Transactions on PostgreSQL, and the connections that they run on. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { Client, type Pool, type PoolClient } from 'pg';
import { busyError, isConflict, isOutdatedPlan } from './failure.ts';
import { type Lock, lockStatement } from './locks.ts';
import type { Tables, Writer } from './schema.ts';
import type { Storage } from './storage.ts';
import { Turns } from './turns.ts';

/** Milliseconds for all attempts of one transaction, and for the turns of others before it. */
const attemptsMs = 5000;
/** Milliseconds before the first and the last repetition, on average. */
const pausesMs = { first: 4, longest: 128 };

/**
 * READ COMMITTED: nothing fails that doesn't wait for the same row or lock, which writes take in one order. What still conflicts, such as a
 * deadlock, is repeated beside the others, after a random pause, so that the same ones don't meet again.
 */
export function createTransactionRunner(pool: Pool, onConflict: () => void = () => {}): Storage['transaction'] {
  const writers = new WeakMap<PoolClient, Writer>();
  const writerOf = (client: PoolClient): Writer => {
    let writer = writers.get(client);
    if (!writer) {
      writer = createWriter(client);
      writers.set(client, writer);
    }
    return writer;
  };
  const turns = new Turns();
  const attempt = async <T>(work: (db: Writer) => Promise<T>, locks: readonly Lock[], deadline: number): Promise<T> => {
    for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(2 * pauseMs, pausesMs.longest)) {
      const client = await pool.connect();
      try {
        return await runOnce(client, () => work(writerOf(client)), locks);
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (performance.now() >= deadline) throw busyError();
      }
      onConflict();
      await delay(2 * pauseMs * Math.random());
    }
  };
  return async (work, locks = []) => {
    const deadline = performance.now() + attemptsMs;
    const endTurn = await turns.take(locks.filter(({ isShared }) => !isShared).map(({ name }) => name));
    try {
      if (performance.now() >= deadline) throw busyError();
      return await attempt(work, locks, deadline);
    } finally {
      endTurn();
    }
  };
}

/** Takes the locks together with the beginning: what waits for them sees what the others have committed. Releases the client. */
async function runOnce<T>(client: PoolClient, work: () => Promise<T>, locks: readonly Lock[]): Promise<T> {
  let isReusable = false;
  // Sent together with the first statements of `work`.
  const begun = client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED${locks.length > 0 ? `; ${lockStatement(locks)}` : ''}`,
  );
  // Awaited below, together with what was sent after it.
  begun.catch(() => {});
  try {
    let value: T;
    try {
      value = await work();
      await begun;
    } catch (error) {
      isReusable = await client.query('ROLLBACK').then(
        () => !isOutdatedPlan(error),
        () => false,
      );
      // If it has failed, so have all statements after it.
      await begun;
      throw error;
    }
    const { command } = await client.query('COMMIT');
    isReusable = true;
    // PostgreSQL answers so if a statement has failed whose error `work` has kept to itself.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back.');
    return value;
  } finally {
    // A connection whose transaction may not have ended is closed, which ends it; so is one that has prepared for other columns.
    client.release(!isReusable);
  }
}

/** Sends statements at once, unlike Kysely's own transactions, which send one when the one before has been answered. */
function createWriter(client: PoolClient): Writer {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { command, rowCount, rows } = await client.query(sql, [...parameters]);
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
    // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams
    async *streamQuery() {
      throw new Error('Queries are not streamed.');
    },
  };
  const nothing = async () => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: nothing,
  };
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  return new Kysely<Tables>({ dialect }) as Writer;
}

/** The texts that are prepared. Only queries with lists of values vary in theirs. */
const maxStatements = 500;
const namesByText = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = namesByText.get(text);
  if (name === undefined && namesByText.size < maxStatements) {
    name = `s${namesByText.size}`;
    namesByText.set(text, name);
  }
  return name;
}

/**
 * A connection that prepares each statement with values once, since PostgreSQL takes longer to plan a short statement than to run it. It
 * sends what is asked without waiting for the answers before. An answer that doesn't come in time closes it, so that it isn't used again
 * in the middle of a transaction.
 */
export class PreparingClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super({ ...(config as object), pipeline: true } as ConstructorParameters<typeof Client>[0]);
    const query = super.query.bind(this) as (config: unknown, ...rest: unknown[]) => unknown;
    this.query = ((config: unknown, ...rest: unknown[]) => {
      const [values] = rest;
      if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0) return query(config, ...rest);
      return query({ text: config, name: nameOf(config), values }, ...rest.slice(1));
    }) as Client['query'];
  }
}
