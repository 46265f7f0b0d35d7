import { ParlorError } from '../../shared/errors.ts';

/** The ParlorError for a failure of a copy: errors of SQLite concern the data directory, all others the database. */
export function copyError(error: unknown): ParlorError {
  if (error instanceof ParlorError) return error;
  const { code = '', message } = error as Error & { code?: string };
  const errorCode = code === 'ERR_SQLITE_ERROR' ? 'data_dir_unusable' : 'service_failed';
  const subject = errorCode === 'data_dir_unusable' ? 'The data directory' : 'The database';
  return new ParlorError(errorCode, `${subject} cannot be used: ${message || code}`, undefined, { cause: error });
}
