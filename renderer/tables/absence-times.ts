import type { Table } from '../../shared/bridge/contract.ts';
import { formatCountdown } from '../ui/format.ts';

/** How long a side has been away, and for how long it still may be, as texts; null for less than a second. */
export function absenceTimes(absence: Table['absence']['own']): { used: string; left: string } | null {
  if (absence === null || absence.used_ms < 1000) return null;
  const { used_ms, allowed_ms } = absence;
  return { used: formatCountdown(used_ms), left: formatCountdown(allowed_ms - used_ms) };
}
