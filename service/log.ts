/** What may stand in the log. */
import type { Logger } from 'pino';
import { ParlorError } from '../shared/errors.ts';

/** Members of errors that hold names of ours or of the system, never a value that came with a request. */
const members = [
  'code',
  'errcode',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
];

/**
 * An error by its kind, its codes and the places it came through. Its words only where they are known to name no value: a
 * database, a parser or a library may quote what a person sent.
 */
export function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const entries = Object.entries(error).filter(
    ([name, value]) => members.includes(name) && /^(?:string|number)$/.test(typeof value),
  );
  // The words come first in a stack, and may be of several lines.
  const frames = error.stack?.match(/^ {4}at .*$/gm)?.map((line) => line.trim()) ?? [];
  return {
    type: error.constructor.name,
    ...(speaksSafely(error) ? { message: error.message } : {}),
    ...Object.fromEntries(entries),
    at: frames,
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}

/** SQLite names tables and columns; the system names calls and files. */
function speaksSafely(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR' || (syscall !== undefined && !(error instanceof ParlorError));
}

/** The same log, with errors told as above. */
export const carefulLog = (log: Logger): Logger => log.child({}, { serializers: { err: errorForLog } });
