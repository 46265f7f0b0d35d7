/**
 * What only one transaction at a time may decide, by name: a count that has a limit, or whatever else has no row that could be locked.
 * On PostgreSQL they are advisory locks that last as long as the transaction; SQLite has one writer at a time and needs none.
 */
import { hash } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables, Writer } from './schema.ts';

export interface Lock {
  name: string;
  /** Whether other transactions may share it. One that wants it for itself waits for all of them. */
  isShared: boolean;
}

const exclusive = (name: string): Lock => ({ name, isShared: false });

export const shared = (lock: Lock): Lock => ({ ...lock, isShared: true });

/** The last two are taken after reading, once all others are held. */
export const locks = {
  /** What an agent stores. Each of its writes shares it, so that a ban waits for those that are running. */
  agent: (public_key: string): Lock => exclusive(`agent ${public_key}`),
  /** The number of messages in an inbox, and whom its owner has blocked. */
  inbox: (public_key: string): Lock => exclusive(`inbox ${public_key}`),
  /** Who takes an invitation. */
  invitation: (post_id: string): Lock => exclusive(`invitation ${post_id}`),
  /** How a session ends, and its reports. */
  session: (session_id: string): Lock => exclusive(`session ${session_id}`),
  /** A protocol's governance and its boards. */
  protocol: (protocol_id: string): Lock => exclusive(`protocol ${protocol_id}`),
  /** The number of open complaints. */
  complaints: exclusive('complaints'),
  /** Which protocols a family has, and which descend from which. */
  family: (family: string): Lock => exclusive(`family ${family}`),
  /** The rating of an agent, and with it the games of each of its pairs. */
  standing: (agent_id: number): Lock => exclusive(`standing ${agent_id}`),
};

/** Takes further locks, known only after reading. What the transaction has read before may be outdated. */
export async function lock(db: Writer, ...wanted: readonly Lock[]): Promise<void> {
  if (takesLocks(db)) await sql.raw(lockStatement(wanted)).execute(db);
}

const takesLocks = (db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** In the order of their keys, so that transactions that want the same ones don't wait for each other. */
export function lockStatement(wanted: readonly Lock[]): string {
  const sharedByKey = new Map<bigint, boolean>();
  for (const { name, isShared } of wanted) {
    const key = keyOf(name);
    sharedByKey.set(key, isShared && (sharedByKey.get(key) ?? true));
  }
  const calls = [...sharedByKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, isShared]) => `pg_advisory_xact_lock${isShared ? '_shared' : ''}(${key})`);
  return `SELECT ${calls.join(', ')}`;
}

/** Locks of two names with the same key are one, which costs a wait and nothing else. */
const keyOf = (name: string): bigint => hash('sha256', name, 'buffer').readBigInt64BE();
