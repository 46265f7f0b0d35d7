/** `parlor.log` in the data directory: unexpected errors of this process. Users see only the code `internal`; see shared/errors.ts. */
import { appendFileSync, closeSync, fstatSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onReportedError } from '../../shared/errors.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { appendFlags, isOfAnotherUser, safeFlags } from '../files/foreign-file.ts';

export interface ErrorLog {
  write(error: unknown, context: string): void;
  close(): void;
}

/** A larger file is renamed to `parlor.old.log`, and a new one started. */
const maxLogBytes = 1024 * 1024;

/** Logs every error that no caller learns about, and the one that ends the process. */
export function openErrorLog(dataDir: string): ErrorLog {
  const path = join(dataDir, 'parlor.log');
  /** Prevents a second entry, since both the bridge and `toProblem` may pass on the same error. */
  const loggedErrors = new WeakSet<Error>();

  // Synchronous, since the process may be about to exit.
  function write(error: unknown, context: string): void {
    if (error instanceof Error) {
      if (loggedErrors.has(error)) return;
      loggedErrors.add(error);
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : 'not an error';
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) {
        renameSync(path, join(dataDir, 'parlor.old.log'));
      }
      const file = openSync(path, appendFlags | safeFlags, 0o600);
      try {
        if (isOfAnotherUser(fstatSync(file))) return;
        appendFileSync(file, `${new Date().toISOString()} ${entryText(`${context}: ${text}`)}\n`);
      } finally {
        closeSync(file);
      }
    } catch {
      // A full or read-only disk must not cause another error.
    }
  }

  const onUncaught = (error: unknown, origin: string) => write(error, origin);
  const unsubscribe = onReportedError(write);
  // A monitor does not keep the error from ending the process.
  process.on('uncaughtExceptionMonitor', onUncaught);
  return {
    write,
    close() {
      unsubscribe();
      process.off('uncaughtExceptionMonitor', onUncaught);
    },
  };
}

/**
 * Errors contain names that others chose, such as of files: nothing in them moves the cursor of who reads the log, and only an entry
 * begins at the start of a line.
 */
const entryText = (text: string): string => escapeInvisible(text).replace(/\n(?! {4})/g, '\n    ');

/** Logs what is reported while something opens, too; the log is closed if that fails. */
export async function openWithErrorLog<T>(
  dataDir: string,
  open: () => Promise<T>,
): Promise<{ errorLog: ErrorLog; opened: T }> {
  const errorLog = openErrorLog(dataDir);
  try {
    return { errorLog, opened: await open() };
  } catch (error) {
    errorLog.close();
    throw error;
  }
}
