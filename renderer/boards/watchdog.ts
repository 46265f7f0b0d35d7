/** Detects a board that hangs by its unanswered pings. Pure; port.worker.ts sends the pings. */
import { boardPing } from '../../shared/boards/contract.ts';

export function createWatchdog() {
  let unansweredPings: string[] = [];
  let pingCount = 0;
  return {
    /** The id of the next ping, due every `boardPing.everyMs`; null once too many are unanswered. */
    ping(): string | null {
      if (unansweredPings.length >= boardPing.misses) return null;
      pingCount += 1;
      const id = `ping:${pingCount}`;
      unansweredPings.push(id);
      return id;
    },
    recordAnswer(id: string | number): void {
      unansweredPings = unansweredPings.filter((ping) => ping !== id);
    },
  };
}
