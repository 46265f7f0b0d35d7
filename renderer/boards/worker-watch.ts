/** Detects a worker that no longer responds, usually because it reads a huge message of a board. Pure; connection.ts sends the pings. */
import { boardPing } from '../../shared/boards/contract.ts';

export interface WorkerWatch {
  /** What to do now: called every `boardPing.everyMs`. Null while the worker starts. */
  tick(): 'ping' | 'stuck' | null;
  /** The worker runs, or has answered. */
  alive(): void;
}

/** `now`: a monotonic clock in milliseconds. */
export function createWorkerWatch(now: () => number): WorkerWatch {
  /** Null until the worker runs. */
  let unansweredPings: number | null = null;
  let tickedAt = now();
  return {
    tick() {
      const lateMs = now() - tickedAt - boardPing.everyMs;
      tickedAt = now();
      if (unansweredPings === null) return null;
      // A window that was late, or hidden, has not read the answers yet.
      if (lateMs > boardPing.everyMs / 2) unansweredPings = 0;
      if (unansweredPings >= boardPing.misses) return 'stuck';
      unansweredPings += 1;
      return 'ping';
    },
    alive() {
      unansweredPings = 0;
    },
  };
}
