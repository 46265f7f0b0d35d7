/** Detects a board that hangs by its unanswered pings. Pure; port.worker.ts sends the pings. */
import { boardPing } from '../../shared/boards/contract.ts';

export function createWatchdog() {
  let unanswered: string[] = [];
  let count = 0;
  return {
    /** The id of the next ping, due every `boardPing.everyMs`; null once too many are unanswered. */
    ping(): string | null {
      if (unanswered.length >= boardPing.misses) return null;
      count += 1;
      const id = `ping:${count}`;
      unanswered.push(id);
      return id;
    },
    answered(id: string | number): void {
      unanswered = unanswered.filter((ping) => ping !== id);
    },
  };
}
