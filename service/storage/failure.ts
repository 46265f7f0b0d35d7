/** Maps errors of SQLite and PostgreSQL to ParlorErrors `storage_full`, `database_unavailable` and `service_busy`. */
import { ParlorError } from '../../shared/errors.ts';
import { serverFailurePattern } from '../log.ts';
import type { FileChange } from './data-files.ts';

/** Null if the error is not a failure of the database itself. */
export function storageErrorOf(error: unknown): ParlorError | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ParlorError) return ['database_unavailable', 'storage_full'].includes(error.code) ? error : null;
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_SQLITE_ERROR') return sqliteError(Number((error as { errcode?: number }).errcode) & 0xff);
  if (isDatabaseError(error)) return postgresError(code);
  // All connections of the pool are in use.
  if (error.message.includes('timeout exceeded when trying to connect')) return busyError();
  // A pool that cannot connect, or lost its connection.
  const isConnecting = (error as NodeJS.ErrnoException).syscall === 'connect' || connectionCodes.test(code);
  return isConnecting || connectionMessages.some((text) => error.message.includes(text))
    ? databaseUnavailableError()
    : null;
}

/** Whether a transaction failed only because of a concurrent one. */
export function isConflict(error: unknown): boolean {
  return isDatabaseError(error) && (conflictCodes.has(error.code) || isOutdatedPlan(error));
}

/** Whether a statement has failed because others didn't let it through. */
export function isBusy(error: unknown): boolean {
  return isDatabaseError(error) && busyPattern.test(error.code);
}

/** Whether a statement was prepared before another version added columns to its table. Other connections may not have prepared it yet. */
export function isOutdatedPlan(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '0A000' && error.message.includes('cached plan');
}

// Primary result codes (https://www.sqlite.org/rescode.html).
const sqliteFullCode = 13;
/** BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN and NOTADB. */
const sqliteUnavailableCodes = new Set([5, 6, 8, 10, 11, 14, 26]);

// SQLSTATE (PostgreSQL, appendix A): serialization failure, deadlock, unique violation, foreign key violation. The last two come from
// concurrent inserts of one key, and from a row that was deleted after it was read; the retry sees what the other has committed.
const conflictCodes = new Set(['40001', '40P01', '23505', '23503']);
/** Class of conflicts, and a lock that others held for too long. */
const busyPattern = /^(?:40|55P03)/;
/** Disk full, and program limit exceeded. */
const postgresFullCodes = new Set(['53100', '54000']);
/** Of sockets, names and TLS. */
const connectionCodes =
  /^(?:ECONN|EPIPE$|EPROTO$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|E(?:HOST|NET)UNREACH$|CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|.*_CERT)/;
/** Messages of pg's errors that have no code. */
const connectionMessages = [
  'Connection terminated',
  'Query read timeout',
  'is not queryable',
  'does not support SSL',
  'SASL: ',
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
  if (busyPattern.test(code)) return busyError();
  return serverFailurePattern.test(code) ? databaseUnavailableError() : null;
}

export const storageFullError = () =>
  new ParlorError('storage_full', 'The disk of the service is full. Reading still works.');
export const databaseUnavailableError = () =>
  new ParlorError('database_unavailable', 'The database of the service is not available. Try again soon.');
const changeTexts: { [change in FileChange]: string } = {
  removed: 'A data file of the service was removed. Its operators have to put it back before they restart the service.',
  replaced:
    'A data file of the service was replaced. Its operators have to restart the service, which then uses the new one.',
  overwritten:
    'A data file of the service was overwritten. Its operators have to restart the service, then check the data.',
};
export const dataChangedError = (change: FileChange) => new ParlorError('database_unavailable', changeTexts[change]);
export const busyError = () =>
  new ParlorError('service_busy', 'Too many others write the same at this moment. Try again soon.', { retry_after: 1 });
