/** The clocks that moments go by. */
import type { MomentClocks } from '../../shared/notices/moments.ts';
import { communityClock, mainClock, useClock } from '../core/clock.ts';

export const momentClocks = (): MomentClocks => ({
  main: mainClock.now(),
  community: communityClock.now(),
  wall: Date.now(),
});

/** The same; re-renders in the given interval while `running`. */
export function useMomentClocks(running: boolean, intervalMs: number): MomentClocks {
  useClock(running, intervalMs);
  return momentClocks();
}
