/** Log output without request data. */
import { type Logger, levels } from 'pino';
import { ParlorError } from '../shared/errors.ts';

/** Error properties that hold identifiers from Parlor or the system, never a value from a request. */
const safeProperties = [
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
 * An error's class, codes and stack frames. Its message is included only if it cannot contain user input: databases, parsers
 * and libraries may quote values.
 */
export function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const entries = Object.entries(error).filter(
    ([name, value]) => safeProperties.includes(name) && /^(?:string|number)$/.test(typeof value),
  );
  // The stack begins with the message, which may span several lines.
  const frames = error.stack?.match(/^ {4}at .*$/gm)?.map((line) => line.trim()) ?? [];
  return {
    type: error.constructor.name,
    ...(isMessageSafe(error) ? { message: error.message } : {}),
    ...Object.fromEntries(entries),
    at: frames,
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}

/**
 * SQLSTATEs with which a PostgreSQL server refuses to work, whatever it is asked (PostgreSQL, appendix A): connection, authorization, no such
 * database, privileges, resources, operator intervention, system and internal errors, read-only transaction.
 */
export const serverFailurePattern = /^(?:08|25006|28|3D|42501|53|57|58|XX)/;

/** Whether an error means that the database can't be used at all. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ParlorError && ['database_unavailable', 'storage_full'].includes(error.code);

/**
 * SQLite's messages contain table and column names; those of the system contain syscalls and paths; ours of an outage are fixed.
 * PostgreSQL's may quote values, unless they are about the server.
 */
function isMessageSafe(error: Error): boolean {
  if (error instanceof ParlorError) return isOutage(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isServerFailure = 'severity' in error && serverFailurePattern.test(code ?? '');
  return code === 'ERR_SQLITE_ERROR' || syscall !== undefined || isServerFailure;
}

/** The same log, with errors serialized by `errorForLog`. */
export const redactedLog = (log: Logger): Logger => log.child({}, { serializers: { err: errorForLog } });

/** Writes the log to stderr for people: one line per entry, with its time, level, message and members. */
export const readableLog = {
  write(line: string): void {
    const { time, level, msg, pid: _pid, hostname: _hostname, ...properties } = JSON.parse(line);
    const details = Object.entries(properties).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    const name = levels.labels[level] ?? String(level);
    process.stderr.write(
      `${new Date(time).toLocaleTimeString('sv-SE')} ${name.padEnd(5)} ${msg ?? ''}${details.join('')}\n`,
    );
  },
};
