/** Maps errors of SQLite and PostgreSQL to ParlorErrors `storage_full` and `database_unavailable`. */
import { ParlorError } from '../../shared/errors.ts';

/** Null if the error is not a failure of the database itself. */
export function storageFailure(error: unknown): ParlorError | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_SQLITE_ERROR') return sqliteFailure(Number((error as { errcode?: number }).errcode) & 0xff);
  if (isDatabaseError(error)) return postgresFailure(code);
  // A pool that cannot connect, or lost its connection.
  return connectionLost.has(code) || connectionTexts.some((text) => error.message.includes(text))
    ? databaseUnavailable()
    : null;
}

/** Whether a transaction failed only because of a concurrent one. */
export function isConflict(error: unknown): boolean {
  return isDatabaseError(error) && conflicts.has(error.code);
}

// Primary result codes (https://www.sqlite.org/rescode.html).
const sqliteFull = 13;
/** BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN and NOTADB. */
const sqliteUnavailable = new Set([5, 6, 8, 10, 11, 14, 26]);

// SQLSTATE (PostgreSQL, appendix A): serialization failure, deadlock, unique violation. A unique violation may come from two
// concurrent inserts of one key; the retry sees the existing row.
const conflicts = new Set(['40001', '40P01', '23505']);
/** Disk full, and program limit exceeded. */
const postgresFull = new Set(['53100', '54000']);
/** Classes: connection, operator intervention, resources, system error; read-only transaction; conflicts that persist. */
const postgresUnavailable = /^(?:08|57|53|58|25006|40)/;

const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Messages of pg's errors that have no code. */
const connectionTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'is not queryable',
];

function isDatabaseError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');
}

function sqliteFailure(primary: number): ParlorError | null {
  if (primary === sqliteFull) return storageFull();
  return sqliteUnavailable.has(primary) ? databaseUnavailable() : null;
}

function postgresFailure(code: string): ParlorError | null {
  if (postgresFull.has(code)) return storageFull();
  return postgresUnavailable.test(code) ? databaseUnavailable() : null;
}

export const storageFull = () =>
  new ParlorError('storage_full', 'The disk of the service is full. Reading still works.');
export const databaseUnavailable = () =>
  new ParlorError('database_unavailable', 'The database of the service is not available. Try again soon.');
