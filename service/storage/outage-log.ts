/** The log of failures, in which an outage of the database or a full disk is two lines, however many requests it fails. */
import type { Logger } from 'pino';
import { inBackground } from '../../shared/background.ts';
import { isOutage } from '../log.ts';
import { storageErrorOf } from './failure.ts';

export interface FailureLog {
  /** Logs a failure, except those that only continue an outage. */
  failed(error: unknown, message: string, fields?: object): void;
  /** Stops waiting for the end of an outage. */
  close(): void;
}

/** `checkHealth` rejects while the database is unavailable; it is called each `checkInterval` milliseconds of an outage. */
export function createFailureLog(log: Logger, checkHealth: () => Promise<void>, checkInterval = 1000): FailureLog {
  /** Failures that the current outage has had after the first; null without an outage. */
  let suppressed: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function awaitEnd(): void {
    timer = setTimeout(() => {
      inBackground('health check', checkHealth().then(end, awaitEnd));
    }, checkInterval).unref();
  }

  function end(): void {
    log.warn({ further_failures: suppressed ?? 0 }, 'The database is available again.');
    suppressed = null;
  }

  return {
    failed(error, message, fields = {}) {
      const endsLater = isOutage(storageErrorOf(error));
      if (endsLater && suppressed !== null) {
        suppressed += 1;
        return;
      }
      log.error({ ...fields, err: error }, message);
      if (!endsLater) return;
      suppressed = 0;
      awaitEnd();
    },
    close() {
      clearTimeout(timer);
    },
  };
}
