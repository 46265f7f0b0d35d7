/** A community in PostgreSQL, as source or target of a copy. */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { ParlorError } from '../../shared/errors.ts';
import { progressTable } from '../storage/copy-progress.ts';
import { migrate } from '../storage/migrate.ts';
import { createPostgresTables, parserOf, postgresDdl, requireUtf8 } from '../storage/postgres.ts';
import type { UsedRequest } from '../storage/replay-log.ts';
import type { Tables } from '../storage/schema.ts';
import { batchBytes, batchRows, type CopyTarget, columnList, keyOf, quoteName, type Row, sizeOf } from './database.ts';
import type { Column, Table } from './tables.ts';

/** Not the service's name, by which `requireUnused` recognizes connections of a running service. */
const applicationName = 'parlor copy';
// SQLSTATE (PostgreSQL, appendix A).
const lockNotAvailable = '55P03';
/** How long a service that has exited may still be listed, milliseconds. */
const exitMs = 2_000;
/** Rows of the first batch of a table, before their size is known. */
const firstBatchRows = 16;

const arrayTypes = { integer: 'bigint[]', text: 'text[]', blob: 'bytea[]' } as const;
/** Orders texts by their bytes, as SQLite does, in any locale of the database. */
const orderingOf = ({ name, type }: Column): string => quoteName(name) + (type === 'text' ? ' COLLATE "C"' : '');

/** Rejects with ParlorError `service_failed`. */
export async function openPostgresSource(url: string): Promise<PostgresDatabase> {
  const database = await connect(url);
  await database.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The first query begins the snapshot.
  await database.run('SELECT 1');
  database.inSnapshot = true;
  return database;
}

/** Waits for another copy into the database, which may be one that was killed. Rejects with ParlorError `service_failed`. */
export async function openPostgresTarget(url: string): Promise<PostgresDatabase> {
  const database = await connect(url);
  await database.requireUtf8();
  await database.run("SET lock_timeout = '10s'");
  await database.run("SELECT pg_advisory_lock(hashtext('parlor copy'))").catch((error: Error & { code?: string }) => {
    if (error.code !== lockNotAvailable) throw error;
    throw new ParlorError('service_failed', `Another copy into ${database.name} is running.`);
  });
  await database.run('SET lock_timeout = 0');
  // A batch that a power failure undoes is copied again when the copy resumes.
  await database.run('SET synchronous_commit = off');
  return database;
}

async function connect(url: string): Promise<PostgresDatabase> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: applicationName,
    types: { getTypeParser: parserOf },
  });
  // The running query rejects too.
  client.on('error', () => {});
  await client.connect();
  const database = new PostgresDatabase(client, url);
  await database.run("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET work_mem = '64MB'");
  return database;
}

/** Without user, password and options. */
export function databaseName(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `postgres://${parsed.host}${parsed.pathname}` : 'PostgreSQL';
}

export class PostgresDatabase implements CopyTarget {
  readonly name: string;
  /** Whether all reads run in one transaction. */
  inSnapshot = false;
  readonly #client: Client;
  readonly #url: string;

  constructor(client: Client, url: string) {
    this.#client = client;
    this.#url = url;
    this.name = databaseName(url);
  }

  async run(text: string): Promise<void> {
    await this.#client.query(text);
  }

  async select(text: string): Promise<Row[]> {
    return (await this.#client.query({ text, rowMode: 'array' })).rows;
  }

  async hasTable(name: string): Promise<boolean> {
    const { rows } = await this.#client.query('SELECT to_regclass($1) AS relation', [name]);
    return rows[0].relation !== null;
  }

  /** Throws ParlorError `service_failed` if a service is connected. One that has just exited is still listed for a moment. */
  async requireUnused(): Promise<void> {
    for (const until = performance.now() + exitMs; ; await delay(50)) {
      // In a transaction, the list would stay as it was first read.
      await this.#client.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await this.#client.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parlor' LIMIT 1",
      );
      if (rows.length === 0) return;
      if (performance.now() < until) continue;
      throw new ParlorError('service_failed', `A service runs on ${this.name}. Stop it, then copy.`);
    }
  }

  async requireUtf8(): Promise<void> {
    await requireUtf8((text) => this.#client.query(text));
  }

  async *batches(table: Table, lastKey: Row | null): AsyncIterable<Row[]> {
    if (!this.inSnapshot) await this.run('BEGIN READ ONLY');
    const key = table.key.map(orderingOf).join(', ');
    const literals = (lastKey ?? []).map((value) => this.#client.escapeLiteral(String(value)));
    const condition = lastKey === null ? '' : `WHERE (${key}) > (${literals.join(', ')})`;
    const text = `SELECT ${columnList(table.columns)} FROM ${quoteName(table.name)} ${condition} ORDER BY ${key}`;
    await this.run(`DECLARE batch NO SCROLL CURSOR FOR ${text}`);
    for (let fetchCount = firstBatchRows; ; ) {
      const rows = await this.select(`FETCH ${fetchCount} FROM batch`);
      if (rows.length > 0) yield rows;
      if (rows.length < fetchCount) break;
      const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
      const fittingRows = Math.floor((batchBytes * rows.length) / bytes);
      fetchCount = Math.max(1, Math.min(fittingRows, 2 * fetchCount, batchRows));
    }
    await this.run('CLOSE batch');
    if (!this.inSnapshot) await this.run('COMMIT');
  }

  async lastId({ name, key }: Table): Promise<number> {
    const { rows } = await this.#client.query(
      'SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) AS last',
      [quoteName(name), key[0]!.name],
    );
    return rows[0].last;
  }

  /** All data depends on an agent, except challenges and rows that migrations insert. */
  async holdsData(): Promise<boolean> {
    return (await this.hasTable('agent')) && (await this.select('SELECT 1 FROM agent LIMIT 1')).length > 0;
  }

  async begin(source: string): Promise<void> {
    await this.run(`CREATE TABLE IF NOT EXISTS ${progressTable} (source text, table_name text, last_key text)`);
    await this.#client.query(
      `INSERT INTO ${progressTable} (source) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM ${progressTable})`,
      [source],
    );
    const pool = new Pool({ connectionString: this.#url, max: 1, application_name: applicationName });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      await migrate(db, postgresDdl);
      await createPostgresTables(db);
    } finally {
      await db.destroy();
    }
  }

  async clear(tables: readonly Table[]): Promise<void> {
    await this.run(`TRUNCATE ${tables.map(({ name }) => quoteName(name)).join(', ')}`);
  }

  async write(table: Table, rows: readonly Row[]): Promise<void> {
    const { name, columns } = table;
    const arrays = columns.map(({ type }, index) => `$${index + 1}::${arrayTypes[type]}`);
    const progressIndex = columns.length + 1;
    await this.#client.query({
      name: `copy_${name}`,
      text: `WITH written AS (
          INSERT INTO ${quoteName(name)} (${columnList(columns)}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays.join(', ')}))
        UPDATE ${progressTable} SET table_name = $${progressIndex}, last_key = $${progressIndex + 1}`,
      values: [
        ...columns.map((_, index) => rows.map((row) => row[index])),
        name,
        JSON.stringify(keyOf(table, rows.at(-1)!)),
      ],
    });
  }

  /** Stores used request ids, so that no request that the source has accepted is accepted again. */
  async writeUsedRequests(requests: readonly UsedRequest[]): Promise<void> {
    await this.#client.query({
      name: 'copy_used',
      text: `INSERT INTO used_request (key, stranger) SELECT * FROM unnest($1::bytea[], $2::smallint[])
        ON CONFLICT DO NOTHING`,
      values: [requests.map(({ key }) => key), requests.map(({ stranger }) => (stranger ? 1 : 0))],
    });
  }

  async finish(lastIds: ReadonlyMap<Table, number>): Promise<void> {
    // Without statistics, PostgreSQL would plan the first queries badly; before a vacuum it looks up rows whose index has all they ask for.
    await this.run('VACUUM ANALYZE');
    await this.run('BEGIN; SET LOCAL synchronous_commit = on');
    for (const [{ name, key }, lastId] of lastIds) {
      await this.#client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [
        quoteName(name),
        key[0]!.name,
        Math.max(1, lastId),
        lastId > 0,
      ]);
    }
    await this.run(`DROP TABLE ${progressTable}`);
    await this.run('COMMIT');
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
