/**
 * One connection of each process, besides those of its pool: it receives the signals of other processes (LISTEN), and the process whose
 * connection holds a lock is the one that sweeps. PostgreSQL releases the lock with the connection, also when the process is killed.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client, type Notification, type Pool } from 'pg';
import { inBackground } from '../../shared/background.ts';
import type { Tables } from './schema.ts';
import type { Signal, Signals } from './storage.ts';

const channel = 'parlor';
/** Milliseconds between signals of the same kind: a commit that signals waits for all others that do. */
const sendInterval = 50;
/** Milliseconds before a lost connection is opened again, and between two attempts to become the one that sweeps. */
const reconnectInterval = 1000;
const electionInterval = 10_000;
const connectTimeout = 3000;

const sweeperLock = "hashtext('parlor sweeper')";

/** Signals to all services, from an operator's command. */
export async function notifyServices(db: Kysely<Tables>): Promise<void> {
  for (const signal of ['acts', 'events'] satisfies Signal[])
    await sql`SELECT pg_notify(${channel}, ${`${signal} operator`})`.execute(db);
}

export class PostgresSignals implements Signals {
  readonly lookInterval = { events: 5000, acts: 5000 };
  readonly #url: string;
  readonly #pool: Pool;
  readonly #onError: (error: unknown) => void;
  /** Tells own signals from those of others. */
  readonly #id = randomBytes(8).toString('hex');
  readonly #listeners: { [signal in Signal]: (() => void)[] } = { events: [], acts: [] };
  readonly #waiting = new Map<Signal, NodeJS.Timeout>();
  /** When each was last sent, by `performance.now()`. */
  readonly #sentAt: { [signal in Signal]: number } = { events: -sendInterval, acts: -sendInterval };
  readonly #sending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #client: Client | null = null;
  #isSweeper = false;
  #nextElection = 0;

  private constructor(url: string, pool: Pool, onError: (error: unknown) => void) {
    this.#url = url;
    this.#pool = pool;
    this.#onError = onError;
  }

  static async open(url: string, pool: Pool, onError: (error: unknown) => void): Promise<PostgresSignals> {
    const signals = new PostgresSignals(url, pool, onError);
    await signals.#connect();
    return signals;
  }

  on(signal: Signal, onSignal: () => void): void {
    this.#listeners[signal].push(onSignal);
  }

  send(signal: Signal): void {
    // One that is still waiting tells others of this commit too.
    if (this.#waiting.has(signal)) return;
    const wait = setTimeout(
      () => {
        this.#waiting.delete(signal);
        this.#sentAt[signal] = performance.now();
        // If it is lost, others look by themselves after a while.
        const sending = this.#pool
          .query('SELECT pg_notify($1, $2)', [channel, `${signal} ${this.#id}`])
          .then(() => {}, this.#onError)
          .finally(() => this.#sending.delete(sending));
        this.#sending.add(sending);
      },
      Math.max(0, this.#sentAt[signal] + sendInterval - performance.now()),
    );
    this.#waiting.set(signal, wait);
  }

  async isSweeper(): Promise<boolean> {
    const now = performance.now();
    if (this.#isSweeper || !this.#client || now < this.#nextElection) return this.#isSweeper;
    this.#nextElection = now + electionInterval * (0.5 + Math.random());
    const client = this.#client;
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${sweeperLock}) AS held`);
    if (client === this.#client) this.#isSweeper = rows[0].held;
    return this.#isSweeper;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const wait of this.#waiting.values()) clearTimeout(wait);
    await Promise.all(this.#sending);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      application_name: 'parlor',
    });
    client.on('error', this.#onError);
    client.on('notification', (message) => this.#receive(message));
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.#isSweeper = false;
      if (!this.#closing.signal.aborted) inBackground('database signals', this.#reconnect());
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    if (this.#closing.signal.aborted) await client.end();
    else this.#client = client;
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      // Rejects only when this is closed.
      await delay(reconnectInterval, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#connect();
      } catch {
        // The database is still away, which those who use it report.
        continue;
      }
      // What was signalled in between is unknown.
      for (const onSignal of Object.values(this.#listeners).flat()) onSignal();
      return;
    }
  }

  #receive({ payload = '' }: Notification): void {
    const [signal, id] = payload.split(' ') as [Signal, string];
    if (id !== this.#id) for (const onSignal of this.#listeners[signal] ?? []) onSignal();
  }
}
