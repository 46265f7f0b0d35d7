/** `parlor.log` in the data directory: unexpected errors of this process. Users see `internal` only, see shared/errors.ts. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onInternalError } from '../../shared/errors.ts';

export interface ErrorLog {
  write(fault: unknown, where: string): void;
  close(): void;
}

/** A larger file is renamed to `parlor.old.log`, and a new one started. */
const maxBytes = 1024 * 1024;

/** Logs every error that becomes `internal`, and the one that ends the process. */
export function openErrorLog(dataDir: string): ErrorLog {
  const path = join(dataDir, 'parlor.log');
  /** The same error is reported by the bridge and hidden by `toProblem`. */
  const written = new WeakSet<Error>();

  // Synchronous, since the process may be about to end.
  function write(fault: unknown, where: string): void {
    if (fault instanceof Error) {
      if (written.has(fault)) return;
      written.add(fault);
    }
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : 'not an error';
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) {
        renameSync(path, join(dataDir, 'parlor.old.log'));
      }
      appendFileSync(path, `${new Date().toISOString()} ${where}: ${text}\n`, { mode: 0o600 });
    } catch {
      // A full or read-only disk must not turn a logged error into another one.
    }
  }

  const onInternal = (error: unknown) => write(error, 'internal');
  const onUncaught = (error: unknown, origin: string) => write(error, origin);
  const unsubscribe = onInternalError(onInternal);
  // A monitor sees the error without changing what happens next.
  process.on('uncaughtExceptionMonitor', onUncaught);
  return {
    write,
    close() {
      unsubscribe();
      process.off('uncaughtExceptionMonitor', onUncaught);
    },
  };
}
