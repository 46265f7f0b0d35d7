/** Readings of main's clock and the community's, which keep windows in step and show them that this process responds. */
import { clockEventMs } from '../../shared/bridge/clock-event.ts';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';
import type { CommunityConnection } from '../community/connection.ts';
import { clockReading } from '../time/awake-clock.ts';

export interface Clocks {
  read(): { clock: number; community: number };
  stop(): void;
}

/** Sends a reading every few seconds. */
export function startClocks(connection: () => Pick<CommunityConnection, 'communityNow'>, emit: Emit<Bridge>): Clocks {
  const read = () => ({ clock: clockReading(), community: Math.round(connection().communityNow()) });
  const timer = setInterval(() => emit('app', 'clock', read()), clockEventMs);
  return { read, stop: () => clearInterval(timer) };
}
