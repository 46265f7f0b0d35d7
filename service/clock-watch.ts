/** Compares the clocks of the processes on one PostgreSQL with its own, which all of them share. */
import type { Logger } from 'pino';
import { limits } from '../shared/community/limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Storage } from './storage/storage.ts';

/** Milliseconds between two comparisons. */
const interval = 10_000;

export interface ClockWatch {
  /** Compares the clocks if it is time. Logs when they differ so much that signatures of members are refused, and when they agree again. */
  look(): Promise<void>;
  /** Milliseconds by which this computer is ahead, as far as is known. */
  offset(): number;
}

export function watchClock(
  { clockOffset }: Pick<Storage, 'clockOffset'>,
  { log, metrics }: { log: Logger; metrics: Metrics | null },
): ClockWatch {
  let offset = 0;
  let isWrong = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async look() {
      if (performance.now() - lookedAt < interval) return;
      lookedAt = performance.now();
      const found = await clockOffset();
      if (found === null) return;
      offset = Math.round(found);
      const seconds = offset / 1000;
      metrics?.setClockOffset(seconds);
      const wasWrong = isWrong;
      isWrong = Math.abs(seconds) > limits.timestamp_window_seconds;
      if (isWrong && !wasWrong) {
        const message =
          'The clocks of this computer and of PostgreSQL differ by more than signatures may. Set them by NTP.';
        log.error({ clock_offset_seconds: seconds }, message);
      } else if (wasWrong && !isWrong) log.warn({ clock_offset_seconds: seconds }, 'The clocks agree again.');
    },
    offset: () => offset,
  };
}
