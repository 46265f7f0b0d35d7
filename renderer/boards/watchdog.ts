/** Notices a board that hangs: it must answer pings. Pure; a worker sends them (port.worker.ts). */
import { boardPing } from '../../shared/boards/contract.ts';

export function createWatchdog() {
  let unanswered: string[] = [];
  let number = 0;
  return {
    /** The id of the next ping, due every `boardPing.everyMs`; null once too many are unanswered. */
    ping(): string | null {
      if (unanswered.length >= boardPing.misses) return null;
      number += 1;
      const id = `ping:${number}`;
      unanswered.push(id);
      return id;
    },
    answered(id: string | number): void {
      unanswered = unanswered.filter((ping) => ping !== id);
    },
  };
}
