/** Kysely on PostgreSQL: a pool of connections that several processes of the service may share one database with. */
import { hash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { ParlorError } from '../../shared/errors.ts';
import { knownAgents } from '../agents/known.ts';
import type { ServiceConfig } from '../config.ts';
import type { Caller } from '../policy.ts';
import { isConflict, storageFailure } from './failure.ts';
import type { Ddl } from './migrations/ddl.ts';
import { migrate } from './migrations/index.ts';
import { PostgresRateLimit, rateTables, sweepRates } from './postgres-rate.ts';
import { openPostgresReplayLog, replayTables } from './postgres-replay.ts';
import type { Tables, Writer } from './schema.ts';
import { readDirectly } from './statement.ts';
import type { Start, Storage } from './storage.ts';

/** Milliseconds: to connect or to get a free connection, for one statement, and for all attempts of one transaction. */
const deadlines = { connect: 3000, statement: 5000, transaction: 5000 };

/** Opens the database and brings its tables to the newest form. Rejects `service_failed`, `data_dir_unusable`. */
export async function openPostgres(config: ServiceConfig, url: string, start: Start): Promise<Storage> {
  const pool = new Pool({
    connectionString: url,
    max: config.databaseConnections,
    connectionTimeoutMillis: deadlines.connect,
    statement_timeout: deadlines.statement,
    // A server that is gone without a word answers no statement, nor its timeout.
    query_timeout: deadlines.statement + 1000,
    idle_in_transaction_session_timeout: 2 * deadlines.statement,
    keepAlive: true,
    application_name: 'parlor',
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks between two statements; the pool opens another one. Unheard, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', start.onError));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, ddl);
    await makeOwnTables(db);
    // Transactions that are yet to come wrote nothing: those rows came with a dump of another server's database.
    await sql`DELETE FROM event WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(db);
  } catch (error) {
    await db.destroy();
    if (error instanceof ParlorError) throw error;
    const why = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
    throw new ParlorError('service_failed', `The database cannot be used: ${why}`, undefined, { cause: error });
  }
  const look = lookThrough(pool);
  readDirectly(db, look);
  const replay = openPostgresReplayLog(pool);
  return {
    db,
    transaction: serializable(db),
    agents: knownAgents(async (publicKey) => {
      const rows = await look('SELECT agent_id, public_key FROM agent WHERE public_key = $1', [publicKey]);
      return (rows[0] as Caller | undefined) ?? null;
    }),
    replay,
    async sweep(now) {
      await replay.sweep();
      await sweepRates(pool, now);
    },
    rateLimit: (kind, perSecond) => new PostgresRateLimit(pool, kind, perSecond),
    committed: sql`tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    async close() {
      await replay.close();
      await db.destroy();
    },
  };
}

const ddl: Ddl = {
  table: (db, name) => db.schema.createTable(name),
  identity: (column) => column.generatedAlwaysAsIdentity().primaryKey(),
  time: 'bigint',
  bytes: 'bytea',
  transaction: (column) => column.notNull().defaultTo(sql`pg_current_xact_id()::text::bigint`),
};

// OIDs of bigint and numeric: counts, sums and times, all far below 2^53.
const numberTypes = new Set([20, 1700]);

function parserOf(oid: number, format?: string) {
  return numberTypes.has(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format as 'text');
}

/** Tables that only PostgreSQL needs, as SQLite keeps the same in a file of its own or in memory. */
async function makeOwnTables(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (on) => {
    // Two processes that start together would both find that there is no table.
    await sql`SELECT pg_advisory_xact_lock(hashtext('parlor tables'))`.execute(on);
    for (const table of [...replayTables, ...rateTables]) await sql.raw(table).execute(on);
  });
}

/** Named statements are planned once for each connection. */
function lookThrough(pool: Pool) {
  const names = new Map<string, string>();
  return async (text: string, values: readonly unknown[]): Promise<unknown[]> => {
    let name = names.get(text);
    if (name === undefined) {
      name = hash('sha256', text).slice(0, 32);
      names.set(text, name);
    }
    return (await pool.query({ name, text, values: [...values] })).rows;
  };
}

/**
 * Serializable transactions. Where the database cannot make one look as if it ran alone, it runs again (PostgreSQL, section
 * 13.2.3). Those that do stand in one line here: many who meet at one row would otherwise go on failing each other.
 */
function serializable(db: Kysely<Tables>): Storage['transaction'] {
  let line: Promise<unknown> = Promise.resolve();
  const once = <T>(act: (db: Writer) => Promise<T>) => db.transaction().setIsolationLevel('serializable').execute(act);

  async function again<T>(act: (db: Writer) => Promise<T>, until: number): Promise<T> {
    for (;;) {
      try {
        return await once(act);
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (performance.now() >= until) throw storageFailure(error) ?? error;
      }
    }
  }

  return async (act) => {
    const until = performance.now() + deadlines.transaction;
    try {
      return await once(act);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const turn = line.then(() => again(act, until));
      line = turn.catch(() => {});
      return turn;
    }
  };
}
