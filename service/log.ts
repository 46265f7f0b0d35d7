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

/** SQLite's messages contain table and column names; those of the system contain syscalls and paths; ours of a database are fixed. */
function isMessageSafe(error: Error): boolean {
  if (error instanceof ParlorError) return ['database_unavailable', 'storage_full'].includes(error.code);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ERR_SQLITE_ERROR' || syscall !== undefined;
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
