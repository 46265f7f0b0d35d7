/** Maps errors of SQLite and PostgreSQL to ParlorErrors `storage_full` and `database_unavailable`. */
import { ParlorError } from '../../shared/errors.ts';

/** Null if the error is not a failure of the database itself. */
export function storageErrorOf(error: unknown): ParlorError | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_SQLITE_ERROR') return sqliteError(Number((error as { errcode?: number }).errcode) & 0xff);
  if (isDatabaseError(error)) return postgresError(code);
  // A pool that cannot connect, or lost its connection.
  return connectionCodes.has(code) || connectionMessages.some((text) => error.message.includes(text))
    ? databaseUnavailableError()
    : null;
}

/** Whether a transaction failed only because of a concurrent one. */
export function isConflict(error: unknown): boolean {
  return isDatabaseError(error) && conflictCodes.has(error.code);
}

// Primary result codes (https://www.sqlite.org/rescode.html).
const sqliteFullCode = 13;
/** BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN and NOTADB. */
const sqliteUnavailableCodes = new Set([5, 6, 8, 10, 11, 14, 26]);

// SQLSTATE (PostgreSQL, appendix A): serialization failure, deadlock, unique violation. A unique violation may come from two
// concurrent inserts of one key; the retry sees the existing row.
const conflictCodes = new Set(['40001', '40P01', '23505']);
/** Disk full, and program limit exceeded. */
const postgresFullCodes = new Set(['53100', '54000']);
/** Classes: connection, operator intervention, resources, system error; read-only transaction; conflicts that persist. */
const postgresUnavailablePattern = /^(?:08|57|53|58|25006|40)/;

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Messages of pg's errors that have no code. */
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'is not queryable',
];

function isDatabaseError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');
}

function sqliteError(resultCode: number): ParlorError | null {
  if (resultCode === sqliteFullCode) return storageFullError();
  return sqliteUnavailableCodes.has(resultCode) ? databaseUnavailableError() : null;
}

function postgresError(code: string): ParlorError | null {
  if (postgresFullCodes.has(code)) return storageFullError();
  return postgresUnavailablePattern.test(code) ? databaseUnavailableError() : null;
}

export const storageFullError = () =>
  new ParlorError('storage_full', 'The disk of the service is full. Reading still works.');
export const databaseUnavailableError = () =>
  new ParlorError('database_unavailable', 'The database of the service is not available. Try again soon.');
