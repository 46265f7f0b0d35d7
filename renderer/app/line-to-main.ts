import { useSyncExternalStore } from 'react';
import { connection } from '../bridge/connection.ts';
import { useClockStopped } from '../core/clock.ts';

/** The line to main: `silent` is connected, but main doesn't respond. Otherwise what the window shows may be old. */
export function useLineToMain(): 'live' | 'lost' | 'silent' {
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  const isSilent = useClockStopped();
  if (state !== 'connected') return 'lost';
  return isSilent ? 'silent' : 'live';
}
